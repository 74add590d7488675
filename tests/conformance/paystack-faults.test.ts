import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimsOfFaultyProvider } from './faulty-provider.ts'
import { ACCOUNT, ADA, must, type Sandbox, startSandbox } from './paystack-sandbox.ts'

/** The adapter under every fault of the sandbox world, its conclusions compared with the world's own truth. */

claimsOfFaultyProvider('Paystack', {
  async start() {
    const sandbox = await startSandbox()
    const { payments, clock, newTransfer } = sandbox
    return { ...sandbox, provider: payments, advance: clock.advance, newOrder: newTransfer }
  },
  send: (payments, transfer) => payments.sendTransfer(transfer),
  verify: (payments, reference) => payments.verifyTransfer(reference),
  operations: { send: 'transfer', verify: 'transfer-verify' },
  done: 'paid',
  sends: [
    ['otp', 'succeeded', 'pending'],
    ['decline', 'succeeded', 'failed'],
  ],
  verifications: [['decline', 'unknown']],
  lookUps: [
    ['banks', (payments) => payments.listBanks(), 'succeeded'],
    ['resolve', (payments) => payments.resolveAccount(ACCOUNT), 'succeeded'],
    ['recipient', (payments) => payments.createRecipient({ name: 'Ada Okafor', ...ACCOUNT }), 'succeeded'],
    ['customer', (payments) => payments.createCustomer(ADA), 'succeeded'],
    ['dedicated-account', (payments) => payments.issueAccount({ ...ADA, customerCode: 'CUS_nobody' }), 'declined'],
    ['dedicated-accounts', (payments) => payments.issueAccount({ ...ADA, customerCode: 'CUS_nobody' }), 'declined'],
    ['balance', (payments) => payments.balance(), 'succeeded'],
    [
      'transfers',
      (payments) => payments.listTransfers({ since: new Date(0), page: 1, isOurs: () => true }),
      'succeeded',
    ],
    ['payments', (payments) => payments.listPayments({ since: new Date(0), page: 1, isOurs: () => true }), 'succeeded'],
  ],
})

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

test('a float that is too low is a refusal that proves no transfer was made', async () => {
  const transfer = await sandbox.newTransfer()
  await sandbox.fault('transfer', 'refuse')
  expect(await sandbox.payments.sendTransfer(transfer)).toMatchObject({ outcome: 'declined', reason: 'float-low' })
  sandbox.clock.advance(60_000)
  expect(await sandbox.standingOf(transfer.reference)).toBe('not-found')
  expect(await sandbox.truthOf(transfer.reference)).toEqual([])
})

test('an unknown recipient and a closed bank are refusals that prove no transfer was made', async () => {
  const transfer = await sandbox.newTransfer()
  expect(await sandbox.payments.sendTransfer({ ...transfer, recipientCode: 'RCP_nobody' })).toMatchObject({
    outcome: 'declined',
    reason: 'bad-recipient',
  })
  await sandbox.control('POST', `banks/${ACCOUNT.bankCode}`, { open: false })
  expect(await sandbox.payments.sendTransfer(transfer)).toMatchObject({
    outcome: 'declined',
    reason: 'recipient-blocked',
  })
  expect(await sandbox.truthOf(transfer.reference)).toEqual([])
})

test.each([
  ['timeout', 'unknown'],
  ['accept-then-500', 'unknown'],
  ['html-502', 'unknown'],
  ['cut-json', 'unknown'],
  ['decline', 'unknown'],
  ['pending', 'pending'],
  ['not-found-then-success', 'declined'],
])('%s: verifying a payment says %s, and the truth the next time', async (name, expected) => {
  const { accountNumber } = await sandbox.newAccount()
  const reference = await sandbox.payIn(accountNumber, '5000')
  await sandbox.fault('payment-verify', name)
  const answer = await sandbox.anotherAdapter().verifyPayment(reference)
  expect(answer.outcome === 'succeeded' ? answer.value.status : answer.outcome).toBe(expected)
  expect(must(await sandbox.payments.verifyPayment(reference)).status).toBe('success')
})

test('an account number whose issue went unanswered is the one returned next time', async () => {
  const { customerCode } = must(await sandbox.payments.createCustomer(ADA))
  await sandbox.fault('dedicated-account', 'accept-then-500')
  expect(await sandbox.payments.issueAccount({ ...ADA, customerCode })).toMatchObject({ outcome: 'unknown' })
  const issued = [...sandbox.world.state.accounts.keys()]
  expect(issued).toHaveLength(1)
  expect(must(await sandbox.payments.issueAccount({ ...ADA, customerCode })).accountNumber).toBe(issued[0])
})
