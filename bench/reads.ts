import { randomBytes } from 'node:crypto'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { type Cluster, startCluster } from '#tests/support/postgres.ts'
import { type Product, startApp } from './app.ts'
import { type Client, startClient, type TransactionPage } from './load.ts'
import { type PreparedOrder, prepareOrders } from './people.ts'
import { prepareTpcB, TPC_B_SCALE, transactionsPerSecond } from './pgbench.ts'
import { median, orderRows, printTable, READ_TITLES, twoDigits, whole } from './report.ts'
import { measureRound, mediansOf, PEOPLE, type Size } from './rounds.ts'

const ORDERS_EACH = 10
const WARM_UP_CONNECTIONS = 32
/** The settings of docs/operate/database.md for a dedicated server with 4 GB. */
const SERVER = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '15min' }

const PAGES = [
  { title: 'Wallet', what: 'reads' },
  { title: 'Newest page of the history', what: 'history' },
  { title: 'One transaction', what: 'transaction' },
] as const

type Build = { readonly name: string; readonly app: Product }
type Round = {
  readonly page: (typeof PAGES)[number]
  readonly build: Build
  readonly steps: Awaited<ReturnType<typeof measureRound>>
}

/**
 * Pages read over HTTP, each person with ORDERS_EACH orders, in turns with TPC-B on the same PostgreSQL. With BENCH_BESIDE, the
 * folder of another checkout, its app reads the same database in the same turns.
 */
export async function benchReads(folder: string, size: Size): Promise<void> {
  const cluster = await startCluster({ fsync: true, settings: SERVER })
  const builds: Build[] = []
  try {
    const secretHex = randomBytes(32).toString('hex')
    const orders = await prepareDatabases(cluster, secretHex)
    const start = (root?: string) =>
      startApp({ folder, databaseUrl: cluster.url('jara'), secretHex, ...(root === undefined ? {} : { root }) })
    builds.push({ name: 'this build', app: await start() })
    const beside = process.env.BENCH_BESIDE
    if (beside) builds.push({ name: 'the other build', app: await start(beside) })
    const pages = await approveAll(cluster, { folder, orders, app: builds[0]?.app })
    const client = await startClient(folder, orders, pages)
    await measure(cluster, { builds, client, size })
    client.stop()
  } finally {
    for (const { app } of builds) await app.stop()
    await cluster.stop()
  }
}

async function prepareDatabases(cluster: Cluster, secretHex: string): Promise<PreparedOrder[]> {
  const admin = await openPostgres({ url: cluster.url('postgres'), poolMax: 1 })
  for (const name of ['jara', 'tpcb']) await admin.exec(`create database ${name}`)
  await admin.close()
  await prepareTpcB(cluster.url('tpcb'))
  const database = await openPostgres({ url: cluster.url('jara'), poolMax: 1 })
  await migrate(database)
  await fixMode(database, 'sandbox', new Date())
  const orders = await prepareOrders(database, { secretHex, people: PEOPLE, orders: PEOPLE * ORDERS_EACH })
  await database.close()
  return orders
}

/** Gives each person a history through the app. Returns each order's transaction page. */
async function approveAll(
  cluster: Cluster,
  of: { readonly folder: string; readonly orders: readonly PreparedOrder[]; readonly app: Product | undefined },
): Promise<TransactionPage[]> {
  if (of.app === undefined) throw new Error('no app is running')
  const client = await startClient(of.folder, of.orders)
  const { accepted } = await client.measure(of.app, { connections: WARM_UP_CONNECTIONS, seconds: 60 })
  client.stop()
  if (accepted !== of.orders.length) throw new Error(`${accepted} of ${of.orders.length} orders were accepted`)
  const database = await openPostgres({ url: cluster.url('jara'), poolMax: 1 })
  const rows = await database.query<{ quoteId: string; id: string }>(
    'select quote_id as "quoteId", transaction_id as id from orders',
  )
  await database.exec('vacuum analyze')
  await database.exec('checkpoint')
  await database.close()
  const idOf = new Map(rows.map(({ quoteId, id }) => [quoteId, id]))
  return of.orders.map(({ cookie, body }) => {
    const { quoteId } = JSON.parse(body) as { quoteId: string }
    return { cookie, path: `/api/transactions/${idOf.get(quoteId)}` }
  })
}

async function measure(
  cluster: Cluster,
  { builds, client, size }: { builds: readonly Build[]; client: Client; size: Size },
): Promise<void> {
  for (const { app } of builds) {
    for (const { what } of PAGES) {
      await client.measure(app, { connections: WARM_UP_CONNECTIONS, seconds: 1, what })
    }
  }
  const rounds: Round[] = []
  const tpcB: number[][] = []
  for (let round = 0; round < size.rounds; round++) {
    const turns = round % 2 === 0 ? builds : builds.toReversed()
    for (const page of PAGES) {
      for (const build of turns) {
        rounds.push({ page, build, steps: await measureRound(client, build.app, size, page.what) })
      }
    }
    tpcB.push(await tpcBOf(cluster, size))
  }
  print(builds, rounds, { tpcB, size })
}

async function tpcBOf(cluster: Cluster, size: Size): Promise<number[]> {
  const rates: number[] = []
  for (const clients of size.connections) {
    rates.push(await transactionsPerSecond({ url: cluster.url('tpcb'), clients, seconds: size.seconds }))
  }
  return rates
}

function print(
  builds: readonly Build[],
  rounds: readonly Round[],
  { tpcB, size }: { tpcB: readonly number[][]; size: Size },
): void {
  const medianTpcB = size.connections.map((_, step) => median(tpcB.flatMap((round) => round.slice(step, step + 1))))
  console.log(
    `TPC-B, scale ${TPC_B_SCALE}: ${medianTpcB.map((rate, i) => `${whole(rate)} at ${size.connections[i]}`).join(', ')}`,
  )
  for (const page of PAGES) {
    const roundsOf = (build: Build) =>
      rounds.filter((each) => each.page === page && each.build === build).map(({ steps }) => steps)
    for (const build of builds) {
      const medians = mediansOf(roundsOf(build), size)
      console.log(`\n${page.title}, ${build.name}`)
      printTable(
        [...READ_TITLES, ': TPC-B'],
        orderRows(medians).map((row, i) => [
          ...row,
          twoDigits((medians[i]?.perSecond ?? 0) / (medianTpcB[i] ?? Number.NaN)),
        ]),
      )
    }
    const [own, other] = builds.map(roundsOf)
    if (own !== undefined && other !== undefined) console.log(`This : the other, ${ratiosOf(own, other, size)}`)
  }
}

/** The ratio within each round: when the machine slows down for a while, both slow down. */
function ratiosOf(own: readonly Round['steps'][], other: readonly Round['steps'][], size: Size): string {
  const ratio = (step: number) =>
    median(own.map((steps, i) => (steps[step]?.perSecond ?? 0) / (other[i]?.[step]?.perSecond ?? Number.NaN)))
  return size.connections.map((connections, step) => `${twoDigits(ratio(step))} at ${connections}`).join(', ')
}
