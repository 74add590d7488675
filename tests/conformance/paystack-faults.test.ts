import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '#server/providers/payments.ts'
import { ACCOUNT, ADA, AMOUNT, must, type Sandbox, startSandbox } from './paystack-sandbox.ts'

/** The adapter under every fault of the sandbox world: what it concludes is held against the world's own truth. */

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

describe('a transfer under a fault', () => {
  test.each([
    ['timeout', 'unknown', 'not-found'],
    ['down', 'unknown', 'not-found'],
    ['rate-limited', 'unknown', 'not-found'],
    ['accept-then-500', 'unknown', 'paid'],
    ['accept-then-timeout', 'unknown', 'paid'],
    ['reset', 'unknown', 'paid'],
    ['html-502', 'unknown', 'paid'],
    ['empty', 'unknown', 'paid'],
    ['cut-json', 'unknown', 'paid'],
    ['slow', 'succeeded', 'paid'],
    ['pending', 'succeeded', 'pending'],
    ['otp', 'succeeded', 'pending'],
    ['decline', 'succeeded', 'failed'],
    ['success-then-reversed', 'succeeded', 'reversed'],
    ['not-found-then-success', 'unknown', 'paid'],
  ])('%s: sending is %s, and a minute later it is %s', async (name, outcome, standing) => {
    const transfer = await sandbox.newTransfer()
    await sandbox.fault('transfer', name, name === 'slow' ? { delayMs: 50 } : {})
    expect((await sandbox.adapterAgainst(name).sendTransfer(transfer)).outcome).toBe(outcome)
    sandbox.clock.advance(60_000)
    expect(await sandbox.standingOf(transfer.reference)).toBe(standing)
    expect(await sandbox.truthOf(transfer.reference)).toEqual(standing === 'not-found' ? [] : [standing])
  })

  test.each([
    'timeout',
    'down',
    'accept-then-500',
    'accept-then-timeout',
    'reset',
    'html-502',
    'not-found-then-success',
  ])('%s: sending the same reference again pays once in all', async (name) => {
    const transfer = await sandbox.newTransfer()
    await sandbox.fault('transfer', name)
    await sandbox.adapterAgainst(name).sendTransfer(transfer)
    const again = await sandbox.payments.sendTransfer(transfer)
    sandbox.clock.advance(60_000)
    expect(await sandbox.standingOf(transfer.reference)).toBe('paid')
    expect(await sandbox.truthOf(transfer.reference)).toEqual(['paid'])
    expect(again.outcome).toBe(['timeout', 'down'].includes(name) ? 'succeeded' : 'unknown')
  })

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
      reason: 'not-permitted',
    })
    expect(await sandbox.truthOf(transfer.reference)).toEqual([])
  })

  test('in validation it is not found, and then it is paid all the same', async () => {
    const transfer = await sandbox.newTransfer()
    await sandbox.fault('transfer', 'not-found-then-success', { delayMs: 30 * 60_000 })
    await sandbox.payments.sendTransfer(transfer)
    sandbox.clock.advance(29 * 60_000)
    expect(await sandbox.standingOf(transfer.reference)).toBe('not-found')
    sandbox.clock.advance(60_000)
    expect(await sandbox.standingOf(transfer.reference)).toBe('paid')
  })

  test('a success that is taken back is paid first and reversed later', async () => {
    const transfer = await sandbox.newTransfer()
    await sandbox.fault('transfer', 'success-then-reversed', { delayMs: 60_000 })
    await sandbox.payments.sendTransfer(transfer)
    sandbox.clock.advance(1_000)
    expect(await sandbox.standingOf(transfer.reference)).toBe('paid')
    sandbox.clock.advance(60_000)
    expect(await sandbox.standingOf(transfer.reference)).toBe('reversed')
  })

  test('an amount that is not ours is reported as it is, for the caller to refuse', async () => {
    const transfer = await sandbox.newTransfer()
    await sandbox.fault('transfer', 'wrong-amount')
    await sandbox.payments.sendTransfer(transfer)
    sandbox.clock.advance(60_000)
    expect(must(await sandbox.payments.verifyTransfer(transfer.reference)).amountKobo).toBe(AMOUNT - 100n)
  })
})

describe('a look-up under a fault', () => {
  test.each([
    ['timeout', 'unknown'],
    ['down', 'unknown'],
    ['rate-limited', 'unknown'],
    ['accept-then-500', 'unknown'],
    ['accept-then-timeout', 'unknown'],
    ['html-502', 'unknown'],
    ['empty', 'unknown'],
    ['cut-json', 'unknown'],
    ['decline', 'unknown'],
    ['slow', 'paid'],
    ['pending', 'pending'],
    ['not-found-then-success', 'not-found'],
  ])('%s: verifying a paid transfer says %s, and the truth the next time', async (name, expected) => {
    const transfer = await sandbox.newTransfer()
    await sandbox.payments.sendTransfer(transfer)
    sandbox.clock.advance(60_000)
    await sandbox.fault('transfer-verify', name, name === 'slow' ? { delayMs: 50 } : {})
    const answer = await sandbox.adapterAgainst(name).verifyTransfer(transfer.reference)
    expect(answer.outcome === 'succeeded' ? answer.value.standing : answer.outcome).toBe(expected)
    expect(await sandbox.standingOf(transfer.reference)).toBe('paid')
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
    const answer = await sandbox.adapterAgainst(name).verifyPayment(reference)
    expect(answer.outcome === 'succeeded' ? answer.value.status : answer.outcome).toBe(expected)
    expect(must(await sandbox.payments.verifyPayment(reference)).status).toBe('success')
  })

  const READS: [string, (provider: PaymentProvider) => Promise<{ outcome: string }>][] = [
    ['banks', (provider) => provider.listBanks()],
    ['resolve', (provider) => provider.resolveAccount(ACCOUNT)],
    ['recipient', (provider) => provider.createRecipient({ name: 'Ada Okafor', ...ACCOUNT })],
    ['customer', (provider) => provider.createCustomer(ADA)],
    ['dedicated-account', (provider) => provider.issueAccount({ customerCode: 'CUS_nobody' })],
    ['balance', (provider) => provider.balance()],
    ['payments', (provider) => provider.listPayments({ since: new Date(0), page: 1 })],
  ]
  const BREAKS = [
    'timeout',
    'down',
    'rate-limited',
    'accept-then-500',
    'accept-then-timeout',
    'html-502',
    'empty',
    'cut-json',
  ]

  test.each(READS)(
    '%s: each broken answer is unknown, a refusal is declined, the next call works',
    async (operation, call) => {
      for (const name of BREAKS) {
        const provider = sandbox.adapterAgainst(name)
        await sandbox.fault(operation, name)
        expect([name, (await call(provider)).outcome]).toEqual([name, 'unknown'])
      }
      await sandbox.fault(operation, 'decline')
      expect((await call(sandbox.payments)).outcome).toBe('declined')
      expect((await call(sandbox.payments)).outcome).toBe(operation === 'dedicated-account' ? 'declined' : 'succeeded')
    },
  )

  test('a look-up that is reset on a new connection is not asked again', async () => {
    await sandbox.fault('balance', 'reset', { count: 2 })
    const fresh = sandbox.adapterAgainst('reset')
    expect(await fresh.balance()).toMatchObject({ outcome: 'unknown' })
    expect(await fresh.balance()).toMatchObject({ outcome: 'unknown' })
    expect(await fresh.balance()).toMatchObject({ outcome: 'succeeded' })
  })

  test('an account number whose issue went unanswered is the one that is answered next time', async () => {
    const { customerCode } = must(await sandbox.payments.createCustomer(ADA))
    await sandbox.fault('dedicated-account', 'slow', { delayMs: 0 })
    await sandbox.fault('dedicated-account', 'accept-then-500')
    expect(await sandbox.payments.issueAccount({ customerCode })).toMatchObject({ outcome: 'unknown' })
    const issued = [...sandbox.world.state.accounts.keys()]
    expect(issued).toHaveLength(1)
    expect(must(await sandbox.payments.issueAccount({ customerCode })).accountNumber).toBe(issued[0])
  })
})

test('a provider that is down becomes unavailable, and available again when it answers', async () => {
  await sandbox.fault('balance', 'down', { count: 5 })
  for (let i = 0; i < 5; i++) await sandbox.payments.balance()
  expect(sandbox.payments.available()).toBe(false)
  must(await sandbox.payments.balance())
  expect(sandbox.payments.available()).toBe(true)
})
