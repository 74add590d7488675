import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuoteId, UserId } from '#contract/ids.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import { BATCH_MAX } from '#server/platform/db/batch.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { findQuotes } from '#tests/support/quotes.ts'
import { lookedAt } from '#tests/support/rows-read.ts'
import { loadSituations } from './load-situations.ts'

const ORDERS_EACH = 200
/** Slack, because the places of people's rows differ. */
const MORE_AT_MOST = 1

/** An SQL id with more leading zeros than real ids have; `n` is a number in SQL. */
const made = (prefix: string, n: string) => `'${prefix}_' || lpad((${n})::text, 35, '0')`

const EMPTY = `delete from orders where id like 'ord_0000%'; delete from users where id like 'usr_0000%'`

/** The embedded database runs the same statements, on the same planner. */
describe.runIf(databaseKinds.includes('postgres'))('what decides about approvals, on postgres', () => {
  let jara: TestJara
  let ada: Person
  let quote: QuoteRow

  beforeAll(async () => {
    jara = await startJara('postgres')
    ada = await jara.person('Ada Obi')
    await ada.withdraw(150_000n)
    const { id } = await ada.quote(20_000n)
    const [found] = await findQuotes(jara.database, [{ userId: ada.id, id }])
    if (found === undefined) throw new Error('no quote')
    quote = found
    await fill()
  })
  afterAll(() => jara.database.exec(EMPTY).finally(() => jara.close()))

  /** The largest batch of people who approve together, each with orders of earlier days. */
  async function fill(): Promise<void> {
    await jara.database.query(
      `insert into users (id, email, full_name, password_hash, created_at, new_since)
       select ${made('usr', 'n')}, n || '@crowd.example.ng', 'Bola Ahmed', '$argon2id$none', '2020-01-01', '2020-01-01'
       from generate_series(1, ${BATCH_MAX}) as n`,
    )
    await jara.database.query(
      `insert into orders select made.* from orders as o, generate_series(1, ${BATCH_MAX * ORDERS_EACH}) as n,
         json_populate_record(o, json_build_object('id', ${made('ord', 'n')}, 'quote_id', ${made('quo', 'n')},
           'transaction_id', ${made('txn', 'n')}, 'reference', ${made('ord', 'n')}, 'lagos_day', '2020-01-01',
           'user_id', ${made('usr', `1 + n % ${BATCH_MAX}`)})) as made`,
    )
    await jara.database.exec('vacuum analyze')
  }

  const commandOf = (n: number) => {
    const userId = `usr_${String(n).padStart(35, '0')}` as UserId
    const own = { ...quote, userId, id: `quo_${'1'.repeat(30)}${String(n).padStart(5, '0')}` as QuoteId }
    return { userId, quotes: [own], agreement: { evidence: null, pin: null } }
  }

  const lookedAtFor = async (count: number) => {
    const commands = Array.from({ length: count }, (_, n) => commandOf(n + 1))
    return await lookedAt(jara.database, (tx) => loadSituations(tx, jara.deps, commands))
  }

  it('takes no longer to read for one of many than for one alone', async () => {
    const alone = await lookedAtFor(1)
    expect((await lookedAtFor(BATCH_MAX)) / BATCH_MAX).toBeLessThanOrEqual(alone + MORE_AT_MOST)
  })
})
