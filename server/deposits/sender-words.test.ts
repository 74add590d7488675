import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { keyOf } from '#server/platform/text/exact-text.ts'
import { cleanLine, DESCRIPTION_MAX_LENGTH } from '#server/platform/text/sanitize-line.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { EMPTY_TEXTS, HOSTILE_TEXTS } from '#tests/support/hostile-text.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf, ledgerSum } from '#tests/support/money-in.ts'
import { sampled } from '#tests/support/nightly.ts'
import type { Person } from '#tests/support/person.ts'
import { alarmUnreadable } from './alarm-unreadable.ts'

const MINUTE_MS = 60_000

describe.each(featureDatabases)('what is said of a payment on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let accountNumber: string

  beforeEach(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
    accountNumber = (await fundingOf(ada)).account?.accountNumber ?? ''
    jara.clock.advance(1_000)
  })
  afterEach(() => jara.close())

  const available = () => ledgerSum(jara.database, `user:${ada.id}:available`)
  const alarms = () =>
    jara.database.query<{ kind: string; detail: string }>('select kind, detail from alarms order by 1, 2')
  const deposited = async () =>
    (await ada.call<TransactionsAnswer>('GET', '/api/transactions?kind=deposit&limit=50')).body.transactions
  const waiting = () =>
    jara.database.query("select subject_id from jobs where kind = 'payment' and due_at <= $1", [jara.clock.now()])

  it('keeps no money from its owner, whatever it is', async () => {
    for (const { text } of HOSTILE_TEXTS) {
      await jara.sandbox.payIn({ accountNumber, amountKobo: '1000', senderName: text, narration: text })
    }
    for (const text of EMPTY_TEXTS) {
      await jara.sandbox.payIn({ accountNumber, amountKobo: '1000', senderName: text, narration: text })
    }
    await jara.settle()
    const count = HOSTILE_TEXTS.length + EMPTY_TEXTS.length
    expect(await available()).toBe(20_000_000n + BigInt(count) * 1_000n)
    const names = (await deposited()).map((each) => each.counterparty)
    expect(names.filter((name) => name !== null).toSorted()).toEqual(HOSTILE_TEXTS.map(({ kept }) => kept).toSorted())
    expect(names.filter((name) => name === null)).toHaveLength(EMPTY_TEXTS.length)
    expect(await alarms()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it.each(['customer_code', 'receiver_bank_account_number'])(
    'leaves a payment of an odd %s to operators: it may be nobody’s we know',
    async (field) => {
      await jara.sandbox.fault({ operation: 'payment-verify', fault: 'odd-text', field, text: 'x\u0000\ud800y' })
      await jara.sandbox.payIn({ accountNumber, amountKobo: '1000' })
      await jara.settle()
      expect(await available()).toBe(20_000_000n)
      expect(await alarms()).toEqual([
        { kind: 'deposit-quarantined', detail: '₦10 set aside: no user has this account number' },
      ])
      expect(await ledgerSum(jara.database, 'suspense:in')).toBe(1_000n)
    },
  )

  it.each(
    sampled(
      [
        ['a NUL', '12\u000034'],
        ['half a character', '12\ud80034'],
        ['the other half', '12\udfff34'],
        ['a sign of no width', '12\u200B34'],
        ['a space', '12 34'],
        ['nothing', ''],
        ['300 digits', '1'.repeat(300)],
      ],
      2,
    ),
  )('books nothing under an id with %s, and calls operators at once', async (_what, text) => {
    await jara.sandbox.fault({ operation: 'payment-verify', fault: 'odd-text', field: 'id', text, count: 1_000 })
    await jara.sandbox.payIn({ accountNumber, amountKobo: '1000' })
    await jara.settle()
    expect(await available()).toBe(20_000_000n)
    expect(await alarms()).toMatchObject([{ kind: 'payment-unreadable' }])
    await jara.pass(10 * MINUTE_MS)
    expect((await alarms()).filter((each) => each.kind === 'payment-unreadable')).toHaveLength(1)
    expect(await jara.database.query('select 1 from deposits')).toEqual([])
  })

  it('calls operators for the first 20 of one answer, and says how many more there are', async () => {
    const payments = Array.from({ length: 25 }, (_, at) => ({
      key: keyOf(['payment', at]),
      problem: cleanLine('no id', DESCRIPTION_MAX_LENGTH),
    }))
    await alarmUnreadable(jara.deps, payments)
    const details = (await alarms()).map(({ detail }) => detail)
    expect(details).toHaveLength(20)
    expect(details.filter((each) => each !== 'no id')).toEqual(['no id, and 5 more payments in the same answer'])
  })

  it('never takes two ids for one that differ in what cannot be stored', async () => {
    for (const text of ['12\ud80034', '12\udc0034', '12\ufffd34', '12\u000034']) {
      await jara.sandbox.fault({ operation: 'payment-verify', fault: 'odd-text', field: 'id', text })
      await jara.sandbox.payIn({ accountNumber, amountKobo: '1000' })
      await jara.settle()
    }
    // Each payment waits, with its own alarm.
    expect(await available()).toBe(20_000_000n)
    expect(await alarms()).toHaveLength(4)
    // The answers were wrong once: the correct ones that follow credit every payment.
    await jara.pass(10 * MINUTE_MS)
    expect(await available()).toBe(20_004_000n)
  })

  it('is booked once for its reference, whatever other id is reported later', async () => {
    await jara.sandbox.fault({ operation: 'payment-verify', fault: 'odd-text', field: 'id', text: 'another-id' })
    await jara.sandbox.payIn({ accountNumber, amountKobo: '1000' })
    await jara.pass(10 * MINUTE_MS)
    expect(await available()).toBe(20_001_000n)
    expect(await alarms()).toContainEqual({
      kind: 'deposit-unexpected-evidence',
      detail: expect.stringMatching(/^deposit of ₦10 is credited, and its reference came in again as \d+$/),
    })
  })

  it('calls operators for each payment of the list that cannot be read, also when it is alone there', async () => {
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost', count: 100 })
    await jara.sandbox.fault({
      operation: 'payments',
      fault: 'odd-text',
      field: 'reference',
      text: 'T\u0000\ud800',
      count: 1_000,
    })
    await jara.sandbox.payIn({ accountNumber, amountKobo: '1000' })
    await jara.pass(5_000)
    expect(await alarms()).toMatchObject([{ kind: 'payment-unreadable' }])
    await jara.sandbox.payIn({ accountNumber, amountKobo: '2000' })
    await jara.pass(5 * MINUTE_MS)
    expect(await alarms()).toHaveLength(2)
    expect(await available()).toBe(20_000_000n)
  })

  it.each(sampled(['0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '\u0000', 'yesterday', '9999-12-31T23:59:59Z'], 2))(
    'keeps no money when it is the instant %j',
    async (text) => {
      for (const field of ['paid_at', 'paidAt']) {
        await jara.sandbox.fault({ operation: 'payment-verify', fault: 'odd-text', field, text })
        await jara.sandbox.payIn({ accountNumber, amountKobo: '1000' })
        await jara.settle()
      }
      expect(await available()).toBe(20_002_000n)
      expect(await alarms()).toEqual([])
    },
  )

  it('of one line of the list keeps no other from its owner, and calls operators', async () => {
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost', count: 100 })
    await jara.sandbox.payIn({ accountNumber, amountKobo: '1000' })
    jara.clock.advance(1_000)
    await jara.sandbox.payIn({ accountNumber, amountKobo: '2000' })
    const odd = { operation: 'payments', fault: 'odd-text', field: 'reference', text: 'T\u0000', first: true }
    await jara.sandbox.fault(odd)
    await jara.pass(4_000)
    expect(await available()).toBe(20_001_000n)
    expect(await alarms()).toMatchObject([
      { kind: 'payment-unreadable', detail: expect.stringContaining('"T\\u0000"') },
    ])
    await jara.pass(5_000)
    expect(await available()).toBe(20_003_000n)
  })

  it('is left out when the database refuses it: the money is booked, once, and operators are alerted', async () => {
    await jara.database.query('alter table deposits add constraint no_names check (sender_name is null)')
    await jara.sandbox.payIn({ accountNumber, amountKobo: '1000', senderName: 'CHIDI EZE' })
    await jara.settle()
    expect(await available()).toBe(20_001_000n)
    expect((await deposited()).map((each) => each.counterparty)).toEqual([null])
    expect(await alarms()).toMatchObject([{ kind: 'words-not-stored' }])
    expect(await waiting()).toEqual([])
  })

  it('is reported to operators when the database refuses the payment even without it', async () => {
    await jara.database.query('alter table deposits add constraint none check (amount_kobo <> 1000)')
    await jara.sandbox.payIn({ accountNumber, amountKobo: '1000', senderName: 'CHIDI EZE' })
    await jara.pass(10 * MINUTE_MS)
    expect(await alarms()).toMatchObject([{ kind: 'work-refused' }])
    await jara.database.query('alter table deposits drop constraint none')
    await jara.pass(10 * MINUTE_MS)
    expect(await available()).toBe(20_001_000n)
  })
})
