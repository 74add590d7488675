import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { type Cluster, startCluster } from '#tests/support/postgres.ts'
import { type Product, startApp } from './app.ts'
import { postedThroughNode, prepareLedger, writeHoldScript } from './ledger.ts'
import { type Client, type Measured, startClient } from './load.ts'
import { type PreparedOrder, prepareOrders } from './people.ts'
import { latenciesAt, prepareTpcB, TPC_B_SCALE, transactionsPerSecond } from './pgbench.ts'
import { median, ORDER_TITLES, orderRows, printTable, READ_TITLES, twoDigits, whole } from './report.ts'
import { measureRound, mediansOf, ordersNeeded, PEOPLE, type Size, warmUp } from './rounds.ts'

const ORDERS_PER_SECOND_AT_MOST = 3_000
const PGBENCH_CLIENTS = [1, 8, 32, 128] as const
/** As many clients as the order test has connections at its peak. */
const STEADY_CLIENTS = 128
const COUNTED_CONNECTIONS = 32
/** The steady rate, as a share of the highest accepted rate, offered whether or not earlier requests were answered. */
const STEADY = 0.7
/** Connections are opened in the first second and kept; a 99th percentile needs more than two. */
const STEADY_WARM_UP_SECONDS = 1
const STEADY_SECONDS = 5
/** The settings of docs/operate/database.md for a dedicated server with 4 GB. */
const SERVER = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '15min' }

/** Orders, holds and pgbench's TPC-B on one throw-away PostgreSQL with fsync on, taking turns. */
export async function benchPostgres(folder: string, size: Size): Promise<void> {
  fs.mkdirSync(folder, { recursive: true })
  const cluster = await startCluster({ fsync: true, settings: SERVER })
  try {
    await measure(cluster, folder, size)
  } finally {
    await cluster.stop()
  }
}

async function measure(cluster: Cluster, folder: string, size: Size): Promise<void> {
  const secretHex = randomBytes(32).toString('hex')
  const { orders, people } = await prepareDatabases(cluster, secretHex, size)
  const script = writeHoldScript(folder)
  const client = await startClient(folder, orders)
  const start = () => startApp({ folder, databaseUrl: cluster.url('jara'), secretHex })
  const writesPerOrder = await countWrites(cluster, start, client, size)

  const app = await start()
  await warmUp(client, app)
  const rounds: Measured[][] = []
  const readRounds: Measured[][] = []
  const steady: Measured[] = []
  const steadyTpcB: Steady[] = []
  const compared: Compared[] = []
  for (let round = 0; round < size.rounds; round++) {
    // Autovacuum does this within a minute: plans fit the tables' real size. pgbench has vacuumed its own.
    await withDatabase(cluster, 'jara', (database) => database.exec('vacuum analyze'))
    rounds.push(await measureRound(client, app, size))
    const perSecond = (rounds.at(-1)?.at(-1)?.perSecond ?? 0) * STEADY
    await client.measure(app, { perSecond, seconds: STEADY_WARM_UP_SECONDS, keepsOpen: true })
    steady.push(await client.measure(app, { perSecond, seconds: STEADY_SECONDS }))
    steadyTpcB.push(await steadyTpcBOf(cluster.url('tpcb'), folder))
    readRounds.push(await measureRound(client, app, size, 'reads'))
    for (const clients of PGBENCH_CLIENTS) {
      const of = { clients, seconds: size.seconds }
      const tpcB = await transactionsPerSecond({ ...of, url: cluster.url('tpcb') })
      const url = cluster.url('ledger')
      const holds = await transactionsPerSecond({ ...of, url, script })
      const node = { people, callers: clients, seconds: size.seconds }
      const spread = await postedThroughNode(url, { ...node, posting: 'spread', around: 'alone' })
      const shared = await postedThroughNode(url, { ...node, posting: 'shared', around: 'alone' })
      const begun = await postedThroughNode(url, { ...node, posting: 'shared', around: 'begun' })
      compared.push({ clients, tpcB, holds, spread, shared, begun })
    }
  }
  const peakMiB = app.peakMiB()
  client.stop()
  await app.stop()
  const reads = mediansOf(readRounds, size)
  await print(cluster, {
    medians: mediansOf(rounds, size),
    reads,
    steady,
    steadyTpcB,
    compared,
    writesPerOrder,
    peakMiB,
  })
}

async function prepareDatabases(
  cluster: Cluster,
  secretHex: string,
  size: Size,
): Promise<{ orders: PreparedOrder[]; people: UserId[] }> {
  await withDatabase(cluster, 'postgres', async (admin) => {
    for (const name of ['jara', 'ledger', 'tpcb']) await admin.exec(`create database ${name}`)
  })
  await prepareTpcB(cluster.url('tpcb'))
  const people = await withDatabase(cluster, 'ledger', prepareLedger)
  const orders = await withDatabase(cluster, 'jara', async (database) => {
    await migrate(database)
    await fixMode(database, 'sandbox', new Date())
    const steadySeconds = size.rounds * (STEADY_WARM_UP_SECONDS + STEADY_SECONDS)
    const count = ordersNeeded(size, ORDERS_PER_SECOND_AT_MOST) + steadySeconds * STEADY * ORDERS_PER_SECOND_AT_MOST
    const orders = await prepareOrders(database, { secretHex, people: PEOPLE, orders: Math.ceil(count) })
    await database.exec('vacuum analyze')
    return orders
  })
  return { orders, people }
}

/** TPC-B at the same share of its own peak, in the same minute: how long the machine alone delays a transaction. */
async function steadyTpcBOf(url: string, folder: string): Promise<Steady> {
  const of = { url, clients: STEADY_CLIENTS }
  const perSecond = (await transactionsPerSecond({ ...of, seconds: STEADY_WARM_UP_SECONDS })) * STEADY
  return { perSecond, ...(await latenciesAt({ ...of, perSecond, seconds: STEADY_SECONDS, folder })) }
}

async function withDatabase<T>(cluster: Cluster, name: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openPostgres({ url: cluster.url(name), poolMax: 1 })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

type Writes = { readonly transactions: number; readonly flushes: number }

/**
 * Transactions and flushes per accepted order, in a run of its own between a start and a stop of the app: the server's
 * counters are complete only once every connection has ended.
 */
async function countWrites(
  cluster: Cluster,
  start: () => Promise<Product>,
  client: Client,
  size: Size,
): Promise<Writes> {
  const before = await withDatabase(cluster, 'jara', readWrites)
  const app = await start()
  const { accepted } = await client.measure(app, { connections: COUNTED_CONNECTIONS, seconds: size.seconds })
  await app.stop()
  const after = await withDatabase(cluster, 'jara', readWrites)
  return {
    transactions: (after.transactions - before.transactions) / accepted,
    flushes: (after.flushes - before.flushes) / accepted,
  }
}

async function readWrites(database: Database): Promise<Writes> {
  const [row] = await database.query<{ transactions: bigint; flushes: bigint }>(
    `select (select xact_commit from pg_stat_database where datname = current_database()) as transactions,
       (select wal_sync from pg_stat_wal) as flushes`,
  )
  return { transactions: Number(row?.transactions), flushes: Number(row?.flushes) }
}

type Steady = Pick<Measured, 'perSecond' | 'p50Ms' | 'p99Ms'>
type Compared = {
  readonly clients: number
  readonly tpcB: number
  readonly holds: number
  readonly spread: number
  readonly shared: number
  /** Like `shared`, in transactions with a begin and a commit. */
  readonly begun: number
}
type Result = {
  readonly medians: ReturnType<typeof mediansOf>
  readonly reads: ReturnType<typeof mediansOf>
  readonly steady: readonly Steady[]
  readonly steadyTpcB: readonly Steady[]
  readonly peakMiB: number
  readonly compared: readonly Compared[]
  readonly writesPerOrder: Writes
}

function describeSteady(rounds: readonly Steady[]): string {
  const of = (figure: keyof Steady) => whole(median(rounds.map((each) => each[figure])))
  const p99s = rounds.map((each) => whole(each.p99Ms)).join(', ')
  return `${of('perSecond')}/s, p50 ${of('p50Ms')} ms, p99 ${of('p99Ms')} ms (in each round ${p99s})`
}

async function print(
  cluster: Cluster,
  { medians, reads, steady, steadyTpcB, compared, writesPerOrder, peakMiB }: Result,
): Promise<void> {
  const version = await withDatabase(cluster, 'postgres', async (database) => {
    const [row] = await database.query<{ version: string }>("select current_setting('server_version') as version")
    return row?.version ?? ''
  })
  console.log(`PostgreSQL ${version}, fsync on: orders accepted over HTTP (role web: nothing is sent on meanwhile)`)
  printTable(ORDER_TITLES, orderRows(medians))
  const { transactions, flushes } = writesPerOrder
  console.log(
    `At ${COUNTED_CONNECTIONS} connections ${twoDigits(transactions)} transactions and ${twoDigits(flushes)} flushes per order; the app had at most ${whole(peakMiB)} MiB\n`,
  )
  console.log(`At ${STEADY} of the most, orders: ${describeSteady(steady)}`)
  console.log(`At ${STEADY} of its own most, TPC-B with ${STEADY_CLIENTS} clients: ${describeSteady(steadyTpcB)}\n`)
  console.log('The balance, as the dashboard asks for it')
  printTable(READ_TITLES, orderRows(reads))
  console.log()
  console.log(
    `The same PostgreSQL with pgbench, scale ${TPC_B_SCALE}: TPC-B, and ledger_post alone (one hold); then the ledger through Node`,
  )
  printTable(
    [
      'clients',
      'TPC-B/s',
      'holds/s',
      ': TPC-B',
      'Node, spread/s',
      ': TPC-B',
      'Node, shared/s',
      ': TPC-B',
      'begun/s',
      ': TPC-B',
      'orders : TPC-B',
    ],
    PGBENCH_CLIENTS.map((clients) => {
      const own = compared.filter((each) => each.clients === clients)
      const tpcB = median(own.map((each) => each.tpcB))
      const beside = (of: (each: Compared) => number) => {
        const perSecond = median(own.map(of))
        return [whole(perSecond), twoDigits(perSecond / tpcB)]
      }
      const orders = medians.find((each) => each.connections === clients)?.perSecond
      const figures = [
        ...beside(({ holds }) => holds),
        ...beside(({ spread }) => spread),
        ...beside(({ shared }) => shared),
        ...beside(({ begun }) => begun),
      ]
      return [String(clients), whole(tpcB), ...figures, orders === undefined ? '' : twoDigits(orders / tpcB)]
    }),
  )
}
