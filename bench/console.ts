import type { LightMyRequestResponse } from 'fastify'
import { atConsole, type ConsolePerson, TOUCHED } from '#tests/support/console.ts'
import setUpDatabases from '#tests/support/global-setup.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { findPostgresFolder } from '#tests/support/postgres.ts'
import { airtime } from '#tests/support/purchases.ts'
import { fillWithPeople } from './crowd.ts'
import { median, printTable, twoDigits, whole } from './report.ts'

/** Five entries per account, and as many orders as accounts. BENCH_ACCOUNTS=10000,100000 for a shorter run. */
const SIZES = (process.env.BENCH_ACCOUNTS || '10000,1000000').split(',').map(Number)
const ORDERS_PER_STATEMENT = 100_000
/** Complete orders: their page reads a dozen tables. */
const WHOLE_ORDERS = 20
/** Below the limit on searches per session and minute. */
const LOOKS_PER_ROUND = 50
const BUDGET_MS = 150

type World = {
  readonly accounts: number
  readonly jara: TestJara
  readonly ada: ConsolePerson
  readonly orders: string[]
}
/** The nth lookup of one kind. */
type Look = (world: World, n: number) => Promise<LightMyRequestResponse>

const search =
  (textOf: (world: World, n: number) => string): Look =>
  (world, n) =>
    world.ada.browser.send('POST', '/api/admin/search', { q: textOf(world, n) }, TOUCHED)
const someone = ({ accounts }: World, n: number) => ((n + 1) * 7_919) % accounts
const padded = (n: number) => `${n}`.padStart(35, '0')

const LOOKS: Readonly<Record<string, Look>> = {
  'a name, begun': search((_world, n) => ['a', 'b', 'c', 'd', 'e', 'f', '1', '2', '3'][n % 9]?.repeat(2) ?? ''),
  'an email, begun': search((world, n) => `usr_${padded(someone(world, n))}@`),
  'a phone': search((world, n) => `0803${`${someone(world, n)}`.padStart(7, '0')}`),
  'an amount': search((_world, n) => `₦${1_000 + (n % 900)}`),
  'a reference': search((world, n) => `bench-${someone(world, n)}`),
  'nothing there': search((_world, n) => `zz nobody ${n}`),
  'order page': (world, n) =>
    world.ada.browser.send('GET', `/api/admin/orders/${world.orders[n % world.orders.length]}`, undefined, TOUCHED),
  'customer page': (world, n) =>
    world.ada.browser.send('GET', `/api/admin/customers/usr_${padded(someone(world, n))}`, undefined, TOUCHED),
}

/** Search, an order's page and a customer's page on the console, with ever more people. The sizes take turns. */
export async function benchConsole(rounds: number): Promise<void> {
  if (findPostgresFolder() === null) throw new Error('PostgreSQL is not installed')
  process.env.JARA_TEST_FSYNC = 'on'
  const stop = await setUpDatabases()
  try {
    const worlds: World[] = []
    for (const accounts of SIZES) worlds.push(await grow(accounts))
    const times = new Map<string, number[]>()
    for (let round = 0; round < rounds; round++)
      for (const [title, look] of Object.entries(LOOKS))
        for (const world of worlds) {
          const key = `${title} ${world.accounts}`
          times.set(key, [...(times.get(key) ?? []), ...(await measure(world, look, round))])
        }
    print(times, rounds)
  } finally {
    await stop()
  }
  // Skips checking the books of a million people: npm run bench -- growth does it.
  process.exit()
}

async function measure(world: World, look: Look, round: number): Promise<number[]> {
  const times: number[] = []
  await world.ada.browser.signIn(world.ada.authenticator)
  for (let n = round * LOOKS_PER_ROUND; n < (round + 1) * LOOKS_PER_ROUND; n++) {
    const startedMs = performance.now()
    const { statusCode, body } = await look(world, n)
    times.push(performance.now() - startedMs)
    if (statusCode !== 200) throw new Error(`a request was refused: ${statusCode} ${body}`)
  }
  return times
}

async function grow(accounts: number): Promise<World> {
  const startedMs = performance.now()
  const jara = await startJara('postgres')
  await fillWithPeople(jara.database, accounts)
  const orders = await buy(jara)
  await copyOrders(jara, accounts)
  await jara.database.exec('vacuum analyze')
  const ada = await atConsole(jara, 'Ada Obi')
  const [row] = await jara.database.query<{ bytes: bigint }>('select pg_database_size(current_database()) as bytes')
  const seconds = (performance.now() - startedMs) / 1_000
  console.log(`${whole(accounts)} accounts: ${whole(Number(row?.bytes) / 1024 ** 2)} MiB, made in ${whole(seconds)} s`)
  return { accounts, jara, ada, orders }
}

async function buy(jara: TestJara): Promise<string[]> {
  const customer = await jara.person('Bola Ade')
  const ids: string[] = []
  for (let n = 0; n < WHOLE_ORDERS; n++) {
    ids.push((await customer.buy(airtime({ phone: `0803555${1_000 + n}`, amountKobo: `${10_000 + n * 100}` }))).id)
    await jara.settle()
  }
  return ids
}

/** An order for each person: a copy of the first, with its own ids, reference, number and amount. */
async function copyOrders({ database }: TestJara, accounts: number): Promise<void> {
  const columns = await database.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'orders' order by ordinal_position",
  )
  const own: Readonly<Record<string, string>> = {
    user_id: "'usr_' || lpad(n::text, 35, '0')",
    id: "'ord_' || lpad(n::text, 35, '0')",
    quote_id: "'quo_' || lpad(n::text, 35, '0')",
    transaction_id: "'txn_' || lpad('o' || n, 35, '0')",
    reference: "'bench-' || n",
    recipient_key: "'airtime:mtn:0803' || lpad(n::text, 7, '0')",
    amount_kobo: 'amount_kobo + n % 90000',
    total_kobo: 'total_kobo + n % 90000',
  }
  const names = columns.map(({ name }) => name)
  for (let from = 0; from < accounts; from += ORDERS_PER_STATEMENT)
    await database.query(
      `insert into orders (${names.join(', ')}) select ${names.map((name) => own[name] ?? name).join(', ')}
       from (select * from orders where reference not like 'bench-%' order by id limit 1) as one,
         generate_series($1::bigint, $2::bigint) as n`,
      [from, Math.min(from + ORDERS_PER_STATEMENT, accounts) - 1],
    )
}

function print(times: ReadonlyMap<string, readonly number[]>, rounds: number): void {
  const rows = Object.keys(LOOKS).flatMap((title) =>
    SIZES.map((accounts) => {
      const sorted = (times.get(`${title} ${accounts}`) ?? []).toSorted((a, b) => a - b)
      const base = times.get(`${title} ${SIZES[0]}`) ?? []
      const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
      const ratio = median(sorted) / median(base)
      return [title, whole(accounts), twoDigits(median(sorted)), twoDigits(p95), twoDigits(ratio), over(p95)]
    }),
  )
  console.log(`\n${rounds * LOOKS_PER_ROUND} requests of each kind, one after the other; budget ${BUDGET_MS} ms at p95`)
  printTable(['look', 'accounts', 'p50 ms', 'p95 ms', `to ${whole(SIZES[0] ?? 0)}`, 'over'], rows)
}

const over = (p95: number) => (p95 > BUDGET_MS ? 'OVER' : '')
