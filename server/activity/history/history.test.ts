import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { totalKobo } from '#contract/transaction-total.ts'
import type { TransactionDetail, TransactionsAnswer } from '#contract/transactions.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { type Person, RECIPIENT, type Refusal } from '#tests/support/person.ts'

const HOUR_MS = 60 * 60_000

describe.each(featureDatabases)('the history on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  /** A grant, seven transfers over two Lagos days (one failed, with its refund), and a deposit. */
  beforeAll(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
    for (let count = 1; count <= 3; count++) await transfer(10_000n * BigInt(count))
    await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
    await transfer(1_000_000n)
    for (let hour = 0; hour < 12; hour++) jara.clock.advance(HOUR_MS)
    await ada.unlock()
    for (let count = 4; count <= 6; count++) await transfer(10_000n * BigInt(count))
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '99', senderName: '100%_BOLA' })
    await jara.settle()
  })
  afterAll(async () => {
    await jara.close()
  })

  async function transfer(amountKobo: bigint): Promise<void> {
    jara.clock.advance(1_000)
    await ada.withdraw(amountKobo)
    await jara.pass(2_000)
  }
  const list = async (query = '') => (await ada.call<TransactionsAnswer>('GET', `/api/transactions${query}`)).body
  const amounts = async (query: string) => (await list(query)).transactions.map((each) => each.amountKobo)
  const ALL = ['99', '-60000', '-50000', '-40000', '1007500', '-1000000', '-30000', '-20000', '-10000', '20000000']

  it('lists everything, newest first', async () => {
    expect(await amounts('')).toEqual(ALL)
  })

  it.each([1, 3, 4, 9, 10])('comes in pages of %d without gap or repetition', async (limit) => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: TransactionsAnswer = await list(`?limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`)
      expect(page.transactions.length).toBeLessThanOrEqual(limit)
      seen.push(...page.transactions.map((each) => each.amountKobo))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(ALL)
  })

  it.each([
    ['sort=date&direction=ascending', ALL.toReversed()],
    ['sort=date', ALL],
    [
      'sort=amount&direction=ascending',
      ['-1000000', ...ALL.slice(1, 4), '-30000', '-20000', '-10000', '99', '1007500', '20000000'],
    ],
    [
      'sort=amount&direction=descending',
      ['20000000', '1007500', '99', '-10000', '-20000', '-30000', '-40000', '-50000', '-60000', '-1000000'],
    ],
    [
      'sort=what&direction=ascending',
      ['-10000', '-20000', '-30000', '-1000000', '-40000', '-50000', '-60000', '99', '1007500', '20000000'],
    ],
    [
      'sort=status&direction=descending',
      ['-1000000', '99', '-60000', '-50000', '-40000', '1007500', '-30000', '-20000', '-10000', '20000000'],
    ],
    [
      'sort=amount&direction=ascending&kind=withdrawal&status=completed',
      ['-60000', '-50000', '-40000', '-30000', '-20000', '-10000'],
    ],
  ])('with %s is sorted as a whole, in pages of any size', async (query, expected) => {
    for (const limit of [1, 3, 50]) {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const next: string = cursor === null ? '' : `&cursor=${cursor}`
        const page: TransactionsAnswer = await list(`?${query}&limit=${limit}${next}`)
        seen.push(...page.transactions.map((each) => each.amountKobo))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen, `pages of ${limit}`).toEqual(expected)
    }
  })

  it('keeps its place while new lines come in', async () => {
    const first = await list('?limit=2&kind=withdrawal')
    const second = await list(`?limit=2&kind=withdrawal&cursor=${first.nextCursor}`)
    expect(second.transactions.map((each) => each.amountKobo)).toEqual(['-40000', '-1000000'])
  })

  it.each([
    ['?kind=deposit', ['99']],
    ['?kind=refund', ['1007500']],
    ['?kind=grant', ['20000000']],
    ['?kind=airtime', []],
    ['?status=failed', ['-1000000']],
    ['?status=pending', []],
    ['?kind=withdrawal&status=completed', ['-60000', '-50000', '-40000', '-30000', '-20000', '-10000']],
    ['?from=2026-11-22', ['99', '-60000', '-50000', '-40000']],
    ['?to=2026-11-21', ALL.slice(4)],
    ['?from=2026-11-22&to=2026-11-22&kind=deposit', ['99']],
    ['?from=2026-11-23', []],
  ])('with %s shows %j', async (query, expected) => {
    expect(await amounts(query)).toEqual(expected)
  })

  const search = async (body: object) =>
    (await ada.call<TransactionsAnswer>('POST', '/api/transactions/search', body)).body

  it.each([
    ['sandbox', ['20000000']],
    ['100%_bola', ['99']],
    ['100%b', []],
    ['%', ['99']],
    ['\\', []],
    ['\0', ALL],
    ['\ud800', []],
    ['refund', ['1007500']],
    ['  ', ALL],
    [RECIPIENT.accountNumber, ALL.slice(1, -1)],
    [`\u202d${RECIPIENT.accountNumber}\u202c`, ALL.slice(1, -1)],
    [RECIPIENT.accountNumber.replace(/^(\d{4})(\d{3})/, '$1 $2\u2011'), ALL.slice(1, -1)],
  ])('searched for %j shows %j', async (q, expected) => {
    expect((await search({ q })).transactions.map((each) => each.amountKobo)).toEqual(expected)
  })

  it('searches among what is chosen, page by page, as it lists it', async () => {
    const chosen = { kind: 'withdrawal', status: 'completed', from: '2026-11-21', to: '2026-11-21' }
    const first = await search({ q: 'bank', ...chosen, limit: 2 })
    const second = await search({ q: 'bank', ...chosen, limit: 2, cursor: first.nextCursor })
    expect([...first.transactions, ...second.transactions]).toEqual(
      (await list(`?${new URLSearchParams(chosen)}`)).transactions,
    )
    expect(second.nextCursor).toBeNull()
  })

  it('takes what is searched for in no address', async () => {
    const { status, body } = await ada.call<Refusal>('GET', '/api/transactions?q=ada')
    expect([status, body.error.code]).toEqual([400, 'request.invalid'])
  })

  it('tells each step of a transfer, its cost, and where the money is', async () => {
    const [line] = (await list('?status=failed')).transactions
    const { body } = await ada.call<TransactionDetail>('GET', `/api/transactions/${line?.id}`)
    expect(body).toMatchObject({ totalKobo: '-1007500', transaction: line, reference: line?.orderId })
    expect(body.explanation).toContain('₦10,075 is back in your wallet.')
    expect(body.timeline.map((each) => each.title)).toEqual([
      'Approved, money reserved',
      'Sent',
      expect.stringMatching(/confirming/),
      'Failed, money back in your wallet',
    ])
    const times = body.timeline.map((each) => each.at)
    expect(times).toEqual(times.toSorted())
  })

  it('has the same total for what failed and for its refund, fee and stamp duty included', async () => {
    const [failed] = (await list('?status=failed')).transactions
    const [refund] = (await list('?kind=refund')).transactions
    if (failed === undefined || refund === undefined) throw new Error('no such lines')
    expect([failed.feeKobo, failed.dutyKobo, totalKobo(failed)]).toEqual(['2500', '5000', -1_007_500n])
    expect(totalKobo(refund)).toBe(1_007_500n)
  })

  it("shows nobody anybody else's lines", async () => {
    const bola = await jara.person('Bola Ahmed')
    const [line] = (await list('?kind=deposit')).transactions
    const answer = await bola.call('GET', `/api/transactions/${line?.id}`)
    expect([answer.status, answer.body.error.code]).toEqual([404, 'request.not-found'])
    const cursor = await bola.call<TransactionsAnswer>('GET', `/api/transactions?cursor=${line?.id}`)
    expect(cursor.body.transactions.map((each) => each.amountKobo).filter((each) => each !== '20000000')).toEqual([])
  })

  it('adds up to the balance', async () => {
    const { transactions } = await list('?limit=50')
    const sum = transactions.reduce((total, each) => total + totalKobo(each), 0n)
    const { availableKobo, heldKobo, recent, level } = await ada.wallet()
    expect(sum).toBe(BigInt(availableKobo) + BigInt(heldKobo))
    expect(recent).toEqual(transactions.slice(0, 5))
    expect(level).toBe('basic')
  })

  it('finds a name typed with or without its marks, in either form', async () => {
    await ada.unlock()
    const { account } = await fundingOf(ada)
    const payIn = { accountNumber: account?.accountNumber ?? '', amountKobo: '77' }
    await jara.sandbox.payIn({ ...payIn, senderName: 'ṢỌLÁ ƁALA' })
    await jara.settle()
    for (const typed of ['sola', 'Ṣọlá', 'Ṣọlá'.normalize('NFD'), 'ṣo\u0323la', 'bala', 'Ɓala'])
      expect([typed, (await search({ q: typed })).transactions.map((each) => each.amountKobo)]).toEqual([typed, ['77']])
    expect((await search({ q: 'sọlo' })).transactions).toEqual([])
  })
})
