import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { type Cluster, findPostgresFolder, startCluster } from '#tests/support/postgres.ts'
import { type Product, startApp } from './app.ts'
import { fillWithPeople } from './crowd.ts'
import { prepareLedger, writeHoldScript } from './ledger.ts'
import { type Client, startClient } from './load.ts'
import { prepareOrders } from './people.ts'
import { transactionsPerSecond } from './pgbench.ts'
import { median, printTable, twoDigits, whole } from './report.ts'
import type { Size } from './rounds.ts'

/** Accounts per crowd, five entries each: the largest has 5 million. BENCH_ACCOUNTS=10000,100000 for a shorter run. */
const SIZES = (process.env.BENCH_ACCOUNTS || '10000,100000,1000000').split(',').map(Number)
const PEOPLE = 400
const CONNECTIONS = 32
const ORDERS_PER_SECOND_AT_MOST = 2_000
const HOLD_CLIENTS = 8

/** One figure of one crowd in one round. */
type Grown = { readonly title: string; readonly round: number; readonly accounts: number; readonly figure: number }
type World = { readonly accounts: number; readonly name: string; readonly app: Product; readonly client: Client }

type Measuring = {
  readonly app: Product
  readonly client: Client
  readonly url: string
  readonly script: string
  readonly seconds: number
}

/** Figures per second. */
const MEASURES: readonly { title: string; measure: (of: Measuring) => Promise<number> }[] = [
  { title: 'orders/s', measure: (of) => load(of, 'orders') },
  { title: 'wallet/s', measure: (of) => load(of, 'reads') },
  { title: 'history/s', measure: (of) => load(of, 'history') },
  { title: 'holds/s', measure: (of) => transactionsPerSecond({ ...of, clients: HOLD_CLIENTS }) },
]

async function load({ client, app, seconds }: Measuring, what: 'orders' | 'reads' | 'history'): Promise<number> {
  const { perSecond, refused } = await client.measure(app, { connections: CONNECTIONS, seconds, what })
  if (Object.keys(refused).length > 0) throw new Error(`${what} were refused, by status: ${JSON.stringify(refused)}`)
  return perSecond
}

/** The same people in ever larger crowds: the size of the crowd must not slow them down. Crowds take turns. */
export async function benchGrowth(folder: string, size: Size): Promise<void> {
  if (findPostgresFolder() === null) throw new Error('PostgreSQL is not installed')
  const cluster = await startCluster({ fsync: true })
  const worlds: World[] = []
  try {
    const script = writeHoldScript(folder)
    for (const accounts of SIZES) worlds.push(await grow(cluster, folder, accounts, size))
    const grown: Grown[] = []
    for (let round = 0; round < size.rounds; round++) {
      // Figures to compare are measured within seconds of each other, and each crowd goes first in turn.
      const first = round % worlds.length
      const turns = [...worlds.slice(first), ...worlds.slice(0, first)]
      for (const { title, measure } of MEASURES) {
        for (const { accounts, name, app, client } of turns) {
          const of = { app, client, url: cluster.url(name), script, seconds: size.seconds }
          grown.push({ title, round, accounts, figure: await measure(of) })
        }
      }
    }
    print(grown)
  } finally {
    for (const { client, app } of worlds) {
      client.stop()
      await app.stop()
    }
    await cluster.stop()
  }
}

async function grow(cluster: Cluster, folder: string, accounts: number, size: Size): Promise<World> {
  const name = `grown_${accounts}`
  const admin = await openPostgres({ url: cluster.url('postgres'), poolMax: 1 })
  await admin.exec(`create database ${name}`)
  await admin.close()
  const database = await openPostgres({ url: cluster.url(name), poolMax: 1 })
  const startedMs = performance.now()
  await migrate(database)
  await fixMode(database, 'sandbox', new Date())
  await fillWithPeople(database, accounts)
  await prepareLedger(database)
  const secretHex = randomBytes(32).toString('hex')
  const count = Math.ceil((1 + size.rounds * size.seconds) * ORDERS_PER_SECOND_AT_MOST)
  const orders = await prepareOrders(database, { secretHex, people: PEOPLE, orders: count })
  // Before measuring starts, and for every crowd alike.
  await database.exec('vacuum analyze')
  await database.exec('checkpoint')
  const [row] = await database.query<{ bytes: bigint; entries: bigint }>(
    `select pg_database_size(current_database()) as bytes, (select count(*) from ledger_entries) as entries`,
  )
  await database.close()
  const seconds = (performance.now() - startedMs) / 1_000
  const mebibytes = Number(row?.bytes ?? 0n) / 1024 ** 2
  console.log(
    `${whole(accounts)} accounts, ${whole(Number(row?.entries))} entries: ${whole(mebibytes)} MiB, made in ${whole(seconds)} s`,
  )
  const home = `${folder}/${name}`
  fs.mkdirSync(home, { recursive: true })
  const app = await startApp({ folder: home, databaseUrl: cluster.url(name), secretHex })
  const client = await startClient(home, orders)
  await client.measure(app, { connections: CONNECTIONS, seconds: 1 })
  return { accounts, name, app, client }
}

function print(grown: readonly Grown[]): void {
  const figuresOf = (title: string, accounts: number) =>
    grown.filter((each) => each.title === title && each.accounts === accounts)
  const [smallest = 0, ...larger] = SIZES
  /** The ratio within each round: when the machine slows down for a while, both sides slow down. */
  const ratio = (title: string, accounts: number) => {
    const base = new Map(figuresOf(title, smallest).map(({ round, figure }) => [round, figure]))
    return median(figuresOf(title, accounts).map(({ round, figure }) => figure / (base.get(round) ?? Number.NaN)))
  }
  console.log(`\n${CONNECTIONS} connections, ${HOLD_CLIENTS} clients of pgbench for the holds`)
  const titles = MEASURES.map(({ title }) => title)
  const medianOf = (title: string, accounts: number) => median(figuresOf(title, accounts).map(({ figure }) => figure))
  const rows = SIZES.map((accounts) => [whole(accounts), ...titles.map((title) => whole(medianOf(title, accounts)))])
  const ratios = larger.map((accounts) => [
    `${whole(accounts)} : ${whole(smallest)}`,
    ...titles.map((title) => twoDigits(ratio(title, accounts))),
  ])
  printTable(['accounts', ...titles], [...rows, ...ratios])
}
