import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { RECENT_TRANSACTIONS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'
import { PLANS, rowsRead } from '#tests/support/rows-read.ts'
import { readWallet, readWallets } from './read-wallet.ts'

const NOBODY = `usr_${'0'.repeat(26)}` as UserId
const idOf = ({ id }: Person) => id as UserId

describe.each(databaseKinds)('people who open their wallet at the same instant, on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let bola: Person
  let chidi: Person

  beforeAll(async () => {
    jara = await startJara(kind, { settings: { NEW_LIMIT: 'on' } })
    ada = await jara.person('Ada Obi')
    bola = await jara.person('Bola Ahmed')
    chidi = await jara.person('Chidi Eze')
    jara.clock.advance(1_000)
    await ada.withdraw(150_000n)
    await bola.buyBpc('transfer')
    await bola.buy(airtime({ amountKobo: '20000' }))
    await chidi.buyBpc('wallet')
    await jara.pass(2_000)
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => jara.close())

  it('are read in one statement, and each gets their own', async () => {
    const people = [ada, bola, chidi].map(idOf)
    const alone = []
    for (const id of [...people, NOBODY]) alone.push(await readWallet(jara.deps, id))
    const query = vi.spyOn(jara.deps.database, 'query')
    const together = await Promise.all([...people, NOBODY].map((id) => readWallet(jara.deps, id)))
    expect(query).toHaveBeenCalledTimes(1)
    expect(together).toEqual(alone)
    const twice = await Promise.all([ada, ada, bola, ada].map((person) => readWallet(jara.deps, idOf(person))))
    expect(twice).toEqual([alone[0], alone[0], alone[1], alone[0]])
  })

  it('read what each of them has, owes nobody, may still send, and began to buy', async () => {
    const [hers, bolas, chidis, nobodys] = await readWallets(jara.deps.database, jara.deps, [
      ...[ada, bola, chidi].map(idOf),
      NOBODY,
    ])
    expect(hers).toMatchObject({
      availableKobo: '19849000',
      heldKobo: '0',
      debt: null,
      spentTodayKobo: '150000',
      newLimit: { leftKobo: '1850000', until: '2026-11-22T11:00:00.000Z' },
      level: 'basic',
      openBpcPurchase: null,
    })
    expect(hers?.recent.map(({ kind, amountKobo, status }) => [kind, amountKobo, status])).toEqual([
      ['withdrawal', '-150000', 'completed'],
      ['grant', '20000000', 'completed'],
    ])
    expect(bolas).toMatchObject({
      spentTodayKobo: '19800',
      openBpcPurchase: { orderId: expect.stringMatching(/^ord_/), expiresAt: expect.stringMatching(/Z$/) },
    })
    expect(chidis).toMatchObject({ level: 'plus', dailyLimitKobo: '100000000', openBpcPurchase: null })
    expect(nobodys).toMatchObject({ availableKobo: '0', heldKobo: '0', newLimit: null, recent: [] })
  })

  it('have the whole of a new limit left that began after what they sent today', async () => {
    const since = new Date(jara.clock.now())
    await jara.database.query('update users set new_since = $2 where id = $1', [ada.id, since])
    jara.clock.advance(1_000)
    const { spentTodayKobo, newLimit } = await readWallet(jara.deps, idOf(ada))
    expect([spentTodayKobo, newLimit?.leftKobo]).toEqual(['150000', '2000000'])
  })
})

/** The nth id of the rows that this test fills in, in SQL and in TypeScript. */
const made = (prefix: string) => `'${prefix}_' || lpad(n::text, 35, '0')`
const crowdId = (n: number) => `usr_${String(n).padStart(35, '0')}` as UserId
const EMPTY = `delete from transactions where id like 'txn_0000%'; delete from orders where id like 'ord_0000%';
  delete from users where id like 'usr_0000%'`

const LINES = 20_000
const CROWD = 50
/** The most rows that reading one wallet may read from a table: the lines shown, and a few rows by key. */
const READ_MAX = 2 * RECENT_TRANSACTIONS + 5
const TABLES = ['transactions', 'orders', 'users', 'ledger_accounts', 'ledger_entries', 'bpc_codes', 'bpc_charges']

/** The embedded database runs the same statement, on the same planner. */
describe.each(databaseKinds.filter((kind) => kind === 'postgres'))('a wallet in a large installation on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeAll(async () => {
    jara = await startJara(kind, { settings: { NEW_LIMIT: 'on' } })
    ada = await jara.person('Ada Obi')
    // Two lines of the same instant have no defined order.
    jara.clock.advance(1_000)
    await ada.withdraw(150_000n)
    await jara.pass(2_000)
    await fill()
  })
  afterAll(() => jara.database.exec(EMPTY).finally(() => jara.close()))

  /** Years of her history, and other people beside her. Ids of zeros belong to nobody else. */
  async function fill(): Promise<void> {
    await jara.database.query(
      `insert into users (id, email, full_name, password_hash, created_at, new_since)
       select ${made('usr')}, n || '@crowd.example.ng', 'Bola Ahmed', '$argon2id$none', '2020-01-01', '2020-01-01'
       from generate_series(1, 5000) as n`,
    )
    await jara.database.query(
      `insert into transactions (user_id, id, kind, title, amount_kobo, status, search, created_at, updated_at)
       select owner, ${made('txn')}, 'deposit', 'Money in', 100, 'completed', 'money in', now(), now()
       from generate_series(1, ${LINES}) as n, unnest(array[$1, $2, $3]) as owner`,
      [ada.id, crowdId(1), crowdId(2)],
    )
    await jara.database.query(
      `insert into orders select made.* from orders as o, generate_series(1, ${LINES}) as n,
         json_populate_record(o, json_build_object('id', ${made('ord')}, 'quote_id', ${made('quo')},
           'transaction_id', ${made('txn')}, 'reference', ${made('ord')}, 'lagos_day', '2020-01-01',
           'created_at', '2020-01-01', 'user_id', case n % 2 when 0 then o.user_id else ${made('usr')} end)) as made`,
    )
    await jara.database.exec('vacuum analyze')
  }

  it('is planned once for any number of people: planning takes longer than reading', async () => {
    const plans = await jara.database.connection(async (sql) => {
      for (let n = 0; n < 20; n++) {
        const crowd = Array.from({ length: n < 10 ? 1 : CROWD }, (_, at) => crowdId(at))
        await readWallets(sql, jara.deps, crowd)
      }
      return await sql.query<{ custom: bigint; generic: bigint }>(
        `select custom_plans as custom, generic_plans as generic from pg_prepared_statements
         where statement like '%"availableKobo"%' and statement not like '%pg_prepared_statements%'`,
      )
    })
    // PostgreSQL makes custom plans for the first five executions, then compares.
    expect(plans).toEqual([{ custom: 5n, generic: 15n }])
  })

  describe.each(PLANS)('with %s', (plans) => {
    it.each(TABLES)('reads a few rows of %s, for one person and for each of many', async (table) => {
      const crowd = Array.from({ length: CROWD }, (_, n) => (n === 0 ? idOf(ada) : crowdId(n)))
      for (const userIds of [[idOf(ada)], crowd]) {
        const { answer, rows } = await rowsRead(jara.database, { plans, table }, (tx) =>
          readWallets(tx, jara.deps, userIds),
        )
        expect(answer[0]).toMatchObject({ availableKobo: '19849000', spentTodayKobo: '150000' })
        expect(answer[0]?.recent).toHaveLength(RECENT_TRANSACTIONS)
        expect(answer[0]?.recent.slice(0, 2).map(({ kind }) => kind)).toEqual(['withdrawal', 'grant'])
        expect(rows, `for ${userIds.length}`).toBeLessThanOrEqual(READ_MAX * userIds.length)
      }
    })
  })
})
