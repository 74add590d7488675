import { afterEach, beforeEach, expect, test } from 'vitest'
import type { IncomingPayment } from '#server/providers/payments/payment-provider.ts'
import { ACCOUNT, ADA, AMOUNT, must, type Sandbox, startSandbox } from './paystack-sandbox.ts'
import { adapterFor } from './paystack-stub.ts'

/** Every call of the adapter against the sandbox world over HTTP, with nothing going wrong. */

type PaymentPage = { payments: IncomingPayment[]; nextPage: number | null }

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.close())

test('lists the banks of the catalogue in their order, closed ones included', async () => {
  const banks = must(await sandbox.payments.listBanks())
  expect(banks[0]).toEqual({ code: '044', name: 'Access Bank', slug: 'access-bank', active: true })
  expect(banks.length).toBeGreaterThan(20)
  await sandbox.control('POST', 'banks/044', { open: false })
  expect(must(await sandbox.payments.listBanks())[0]).toMatchObject({ code: '044', active: false })
})

test('resolves a name that stays the same, and tells a wrong number from a wrong bank', async () => {
  const name = must(await sandbox.payments.resolveAccount(ACCOUNT)).accountName
  expect(name).toMatch(/\S \S/)
  expect(must(await sandbox.payments.resolveAccount(ACCOUNT)).accountName).toBe(name)
  expect(await sandbox.payments.resolveAccount({ ...ACCOUNT, accountNumber: '9912345678' })).toMatchObject({
    outcome: 'declined',
    reason: 'not-resolved',
  })
  expect(await sandbox.payments.resolveAccount({ ...ACCOUNT, bankCode: '059' })).toMatchObject({
    outcome: 'declined',
    reason: 'unknown-bank',
  })
  expect(await sandbox.payments.resolveAccount({ ...ACCOUNT, accountNumber: '123' })).toMatchObject({
    outcome: 'declined',
    reason: 'refused',
  })
})

test('a customer asked for twice is one customer with one account number', async () => {
  const { customerCode } = must(await sandbox.payments.createCustomer(ADA))
  expect(must(await sandbox.payments.createCustomer(ADA)).customerCode).toBe(customerCode)
  const account = must(await sandbox.payments.issueAccount({ ...ADA, customerCode }))
  expect(account.accountNumber).toMatch(/^\d{10}$/)
  expect(account.accountName).toContain('ADA OKAFOR')
  expect(must(await sandbox.payments.issueAccount({ ...ADA, customerCode }))).toEqual(account)
  const other = must(await sandbox.payments.createCustomer({ ...ADA, email: 'bola@example.com' }))
  expect(must(await sandbox.payments.issueAccount({ ...ADA, ...other })).accountNumber).not.toBe(account.accountNumber)
  expect(await sandbox.payments.issueAccount({ ...ADA, customerCode: 'CUS_nobody' })).toMatchObject({
    outcome: 'declined',
  })
})

test('a transfer is accepted, then pending, then paid, and takes amount and fee from the float', async () => {
  const before = must(await sandbox.payments.balance()).balanceKobo
  const transfer = await sandbox.newTransfer()
  expect(must(await sandbox.payments.sendTransfer(transfer)).word).toBe('pending')
  expect(await sandbox.standingOf(transfer.reference)).toBe('pending')
  sandbox.clock.advance(5_000)
  expect(must(await sandbox.payments.verifyTransfer(transfer.reference))).toMatchObject({
    status: 'paid',
    word: 'success',
    reference: transfer.reference,
    amountKobo: AMOUNT,
    currency: 'NGN',
    ...ACCOUNT,
    feeKobo: 1_000n,
  })
  expect(must(await sandbox.payments.balance()).balanceKobo).toBe(before - AMOUNT - 1_000n)
})

test('a reference that was never sent is not found', async () => {
  expect(await sandbox.standingOf('ord_00000000000000000000000000000000000')).toBe('not-found')
  expect(await sandbox.payments.verifyPayment('T-nothing')).toMatchObject({ outcome: 'declined', reason: 'not-found' })
})

test('a reference sent twice pays once, and the second answer is unknown', async () => {
  const transfer = await sandbox.newTransfer()
  must(await sandbox.payments.sendTransfer(transfer))
  expect(await sandbox.payments.sendTransfer(transfer)).toEqual({
    outcome: 'unknown',
    cause: 'duplicate reference: the first transfer exists',
  })
  sandbox.clock.advance(5_000)
  expect(await sandbox.truthOf(transfer.reference)).toEqual(['paid'])
})

test('money paid into an issued account arrives with its account, customer, fee and domain', async () => {
  const { customerCode, accountNumber } = await sandbox.newAccount()
  const reference = await sandbox.payIn(accountNumber, '1500050')
  const paid = must(await sandbox.payments.verifyPayment(reference))
  expect(paid).toEqual({
    providerTransactionId: expect.stringMatching(/^\d+$/),
    reference,
    status: 'success',
    amountKobo: 1_500_050n,
    currency: 'NGN',
    feeKobo: 15_000n,
    channel: 'dedicated_nuban',
    customerCode,
    receiverAccountNumber: accountNumber,
    senderName: expect.stringMatching(/chinedu eze/i),
    paidAt: sandbox.clock.now(),
    domain: 'test',
  })
  const listed = must(
    await sandbox.payments.listPayments({
      since: new Date(sandbox.clock.now().getTime() - 60_000),
      page: 1,
      isOurs: () => true,
    }),
  )
  expect(listed).toEqual({ payments: [paid], notOurs: [], unreadable: [], nextPage: null })
})

test('every payment is on exactly one page of the list, none before the asked instant', async () => {
  const { accountNumber } = await sandbox.newAccount()
  await sandbox.payIn(accountNumber, '10000')
  sandbox.clock.advance(60_000)
  const since = sandbox.clock.now()
  const paid: string[] = []
  for (let i = 0; i < 201; i++) paid.push(await sandbox.payIn(accountNumber, '10000'))
  const pages = []
  for (let page: number | null = 1; page !== null; ) {
    const listed: PaymentPage = must(await sandbox.payments.listPayments({ since, page, isOurs: () => true }))
    pages.push(listed.payments.map((each) => each.reference))
    page = listed.nextPage
  }
  expect(pages.map((each) => each.length)).toEqual([100, 100, 1])
  expect(pages.flat().toSorted()).toEqual(paid.toSorted())
})

test('a payment that the bank takes back is reversed', async () => {
  const { accountNumber } = await sandbox.newAccount()
  const reference = await sandbox.payIn(accountNumber, '5000')
  await sandbox.control('POST', `inbound/${reference}/outcome`, { status: 'reversed' })
  expect(must(await sandbox.payments.verifyPayment(reference)).status).toBe('reversed')
})

test('a key the world does not know leaves everything unknown', async () => {
  const stranger = adapterFor(sandbox.baseUrl, { secretKey: 'sk_test_somebody_else' })
  expect(await stranger.balance()).toEqual({ outcome: 'unknown', cause: 'http 401' })
  expect(await stranger.sendTransfer(await sandbox.newTransfer())).toEqual({ outcome: 'unknown', cause: 'http 401' })
})

test('beyond the rate limit every answer is unknown', async () => {
  const narrow = await startSandbox({ callsPerMinute: 2 })
  must(await narrow.payments.balance())
  must(await narrow.payments.balance())
  expect(await narrow.payments.balance()).toEqual({ outcome: 'unknown', cause: 'http 429' })
  await narrow.close()
})
