import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchAnswer } from '#contract/console/search.ts'
import { isAddressable, SEARCH_GROUP_MAX, SEARCH_MAX_LENGTH } from '#contract/console/search-limits.ts'
import { newKey } from '#tests/support/cases.ts'
import { atConsole, type ConsolePerson, TOUCHED } from '#tests/support/console.ts'
import { databaseKinds, type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { planOf, wholeReads } from '#tests/support/index-reads.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { type Person, RECIPIENT } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'
import { PLANS } from '#tests/support/rows-read.ts'
import { SEARCH_STATEMENTS, type StatementName } from './search-statements.ts'

describe.each(featureDatabases)('the search of the console, on %s', (kind) => {
  let jara: TestJara
  let ada: ConsolePerson
  let customer: Person
  let transfer: Awaited<ReturnType<Person['withdraw']>>
  let accountNumber: string
  let trackingNumber: string
  beforeAll(async () => {
    jara = await startJara(kind)
    ada = await atConsole(jara, 'Ada Obi')
    customer = await jara.person('Olúwaṣeun Search Bello')
    for (const name of ['Per%cent Sign', 'Under_score Sign']) await jara.person(name).catch(() => undefined)
    await jara.settle()
    transfer = await customer.withdraw(123_456n)
    await customer.buy(airtime())
    await jara.settle()
    const [account] = await jara.database.query<{ number: string }>(
      'select account_number as number from funding_accounts where user_id = $1',
      [customer.id],
    )
    accountNumber = account?.number ?? ''
    const body = { key: newKey(), topic: 'other', text: 'A question.', transactionId: null }
    const made = await customer.call<{ case: { trackingNumber: string } }>('POST', '/api/cases', body)
    trackingNumber = made.body.case.trackingNumber
  })
  afterAll(() => jara.close())

  const send = async (q: unknown) => await ada.browser.send('POST', '/api/admin/search', { q }, TOUCHED)
  /** Each search gets a new session; the others of this minute belong to earlier ones. */
  const search = async (q: string) => {
    await ada.browser.signIn(ada.authenticator)
    const answer = await send(q)
    expect([q, answer.statusCode]).toEqual([q, 200])
    return answer.json<SearchAnswer>()
  }
  const idsOf = ({ customers, orders, deposits, cases }: SearchAnswer) =>
    [customers, orders, deposits, cases].map(({ items }) => items.length)

  it('goes at once to what has a number of its own', async () => {
    const [row] = await jara.database.query<{ reference: string }>('select reference from orders where id = $1', [
      transfer.id,
    ])
    for (const q of [customer.id, accountNumber, trackingNumber, trackingNumber.toLowerCase()])
      expect([q, (await search(q)).jumpTo]).toEqual([q, `/admin/customers/${customer.id}`])
    for (const q of [transfer.id, row?.reference ?? ''])
      expect([q, (await search(q)).jumpTo]).toEqual([q, `/admin/orders/${transfer.id}`])
  })

  it('finds a name that is written like a case’s number, and the case by its number without JR', async () => {
    const chidinma = await jara.person('Chidinma Eze')
    expect((await search('Chidinma')).customers.items.map(({ id }) => id)).toEqual([chidinma.id])
    const short = trackingNumber.slice(3).replace('-', '')
    expect((await search(short)).jumpTo).toBe(`/admin/customers/${customer.id}`)
  })

  it('finds a receipt by its code, which goes into no line of the record', async () => {
    const [order] = await jara.database.query<{ id: string }>('select transaction_id as id from orders where id = $1', [
      transfer.id,
    ])
    const code = '0123456789abcdefghjkmnpqrs'
    await jara.database.query(
      'insert into receipts (user_id, transaction_id, code, created_at) values ($1, $2, $3, $4)',
      [customer.id, order?.id, code, jara.clock.now()],
    )
    const { orders, jumpTo } = await search(code)
    expect([orders.items.map(({ id }) => id), jumpTo]).toEqual([[transfer.id], `/admin/orders/${transfer.id}`])
    const [line] = await jara.database.query<{ after: string }>(
      "select after from operator_audit where act = 'search' order by number desc limit 1",
    )
    expect(line?.after).not.toContain(code)
  })

  it('finds people by the beginning of a name or an email, whatever its case, and never jumps there', async () => {
    for (const q of ['olúwaṣeun', 'OLÚWAṢEUN SEARCH', customer.email, customer.email.toUpperCase()]) {
      const { customers, jumpTo } = await search(q)
      expect([q, customers.items.map(({ id }) => id), jumpTo]).toEqual([q, [customer.id], null])
    }
    expect((await search(`${customer.email.split('@')[0]}@`)).customers.items).toHaveLength(1)
    expect((await search('Search Bello')).customers.items).toEqual([])
  })

  it('finds payments by the number they went to, as it is typed, and by amount', async () => {
    expect((await search(RECIPIENT.accountNumber)).orders.items.map(({ id }) => id)).toContain(transfer.id)
    const [{ number } = { number: '' }] = await jara.database.query<{ number: string }>(
      "select split_part(recipient_key, ':', 3) as number from orders where kind = 'airtime'",
    )
    for (const q of [
      number,
      `+234 ${number.slice(1)}`,
      `${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`,
    ])
      expect([q, (await search(q)).orders.items.length]).toEqual([q, 1])
    for (const q of ['1234.56', '₦1,234.56'])
      expect([q, (await search(q)).orders.items.map(({ id }) => id)]).toEqual([q, [transfer.id]])
  })

  it('shows a group up to its limit, and says that there is more', async () => {
    for (let at = 0; at <= SEARCH_GROUP_MAX; at++)
      await jara.database.query(
        `insert into users (id, email, full_name, password_hash, created_at, new_since)
         values ('usr_' || lpad($1, 35, '0'), $1 || '@many.example', 'Many ' || $1, '$argon2id$x', now(), now())`,
        [String(at)],
      )
    const { customers } = await search('many')
    expect([customers.items.length, customers.more]).toEqual([SEARCH_GROUP_MAX, true])
    expect((await search('many 10')).customers).toMatchObject({ more: false, items: [{ name: 'M. 1.' }] })
    expect(customers.items.every(({ name, email }) => /^M\. \d\.$/.test(name) && email.includes('•••@m•••'))).toBe(true)
  })

  it.each([
    '%',
    '_',
    '%%',
    '__',
    '%'.repeat(SEARCH_MAX_LENGTH),
    '_'.repeat(50),
    '\\%',
    'many%',
    'm_ny',
    '%@%',
    '*',
    "' or 1=1 --",
  ])('takes %s for what it is: no wildcard', async (q) => {
    await ada.browser.signIn(ada.authenticator)
    const answer = await send(q)
    if (q.length < 2) return expect(answer.json().error.code).toBe('operator.search-unclear')
    expect(idsOf(answer.json<SearchAnswer>())).toEqual([0, 0, 0, 0])
  })

  it.each([
    ['nothing', ''],
    ['one character', 'a'],
    ['blanks', '   '],
    ['bidi marks alone', '\u202e\u2066\u200f'],
    ['one character too many', 'a'.repeat(SEARCH_MAX_LENGTH + 1)],
    ['ten thousand characters', 'a'.repeat(10_000)],
    ['ten thousand wildcards', '%'.repeat(10_000)],
  ])('refuses %s in words, and records no search', async (_, q) => {
    await ada.browser.signIn(ada.authenticator)
    const refused = await send(q)
    expect([refused.statusCode, refused.json().error.code]).toEqual([400, 'operator.search-unclear'])
    const [last] = await jara.database.query<{ act: string }>(
      'select act from operator_audit order by number desc limit 1',
    )
    expect(last?.act).toBe('sign-in')
  })

  it('drops marks that change how text looks, and survives what a database refuses', async () => {
    for (const q of ['\u202eOlúwaṣeun\u202c', 'Olúwaṣeun\0', 'Olu\u0301waṣeun'])
      expect([q, (await search(q)).customers.items.map(({ id }) => id)]).toEqual([q, [customer.id]])
    for (const q of [5, null, ['a'], {}, 'a'.repeat(20_001)]) expect([400, 413]).toContain((await send(q)).statusCode)
  })

  it('has a limit for each minute, whatever else its browser sends', async () => {
    jara.clock.advance(60_000)
    await ada.browser.signIn(ada.authenticator)
    let refused = 0
    for (let at = 0; at < 62; at++) {
      const headers = { ...TOUCHED.headers, cookie: `${ada.browser.cookie()}; other=${at}` }
      const answer = await ada.browser.send('POST', '/api/admin/search', { q: 'nobody' }, { headers })
      if (answer.statusCode === 429) refused++
    }
    expect(refused).toBe(2)
  })

  it('lets only ids and case numbers into an address', () => {
    for (const q of [customer.id, transfer.id, trackingNumber]) expect([q, isAddressable(q)]).toEqual([q, true])
    for (const q of [customer.email, accountNumber, 'Ada Obi', '08031234567', '1500', '0123456789abcdefghjkmnpqrs'])
      expect([q, isAddressable(q)]).toEqual([q, false])
  })
})

const onPostgres = databaseKinds.filter((kind) => kind === 'postgres')

describe.each(onPostgres)('each statement of the search, on %s', (kind) => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
  })
  afterAll(() => fresh.drop())

  const names = Object.keys(SEARCH_STATEMENTS) as StatementName[]
  it.each(PLANS.flatMap((plans) => names.map((name) => [name, plans] as const)))(
    '%s reads by an index alone, with %s',
    async (name, plans) => {
      const value = name.endsWith('Amount') ? '150000' : 'abc'
      const plan = await planOf(fresh.database, { statement: SEARCH_STATEMENTS[name], params: [value], plans })
      expect(wholeReads(plan)).toEqual([])
    },
  )
})
