import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type Cluster, findPostgresFolder, startCluster } from '#tests/support/postgres.ts'
import { type Product, startApp } from './app.ts'
import { type Client, startClient } from './load.ts'
import { prepareOrders } from './people.ts'
import { median, printTable, twoDigits, whole } from './report.ts'
import { PEOPLE, type Size, warmUp } from './rounds.ts'

const CONNECTIONS = 32
const ORDERS_PER_SECOND_AT_MOST = 2_500
/** The settings of docs/operate/database.md for a dedicated server with 4 GB. */
const SERVER = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '15min' }
/** The indexes that only the console uses. */
const INDEXES_OF_CONSOLE = 'drop index orders_of_number, orders_of_amount'

type Kind = { readonly title: string; readonly metrics: boolean; readonly indexed: boolean; readonly traces: boolean }
const KINDS: readonly Kind[] = [
  { title: 'none of them', metrics: false, indexed: false, traces: false },
  { title: 'the console’s indexes', metrics: false, indexed: true, traces: false },
  { title: 'and metrics, without a reader', metrics: true, indexed: true, traces: false },
  { title: 'and traces, taken by a collector', metrics: true, indexed: true, traces: true },
]
type World = Kind & {
  readonly app: Product
  readonly client: Client
  readonly perSecond: number[]
  readonly cpuMs: number[]
}

/** The cost of observability to customers: orders per second with and without each part, taking turns. */
export async function benchWatched(folder: string, size: Size): Promise<void> {
  if (findPostgresFolder() === null) throw new Error('PostgreSQL is not installed')
  const cluster = await startCluster({ fsync: true, settings: SERVER })
  const collector = await startSink()
  const worlds: World[] = []
  try {
    for (const [at, kind] of KINDS.entries())
      worlds.push(await prepare(cluster, path.join(folder, `${at}`), { ...kind, collector: collector.url }, size))
    for (let round = 0; round < size.rounds; round++)
      for (const at of KINDS.keys()) await measure(worlds[(at + round) % worlds.length], size)
    print(worlds)
  } finally {
    for (const { client, app } of worlds) {
      client.stop()
      await app.stop()
    }
    collector.stop()
    await cluster.stop()
  }
}

async function measure(world: World | undefined, { seconds }: Size): Promise<void> {
  if (world === undefined) return
  const { perSecond, appCpu, refused } = await world.client.measure(world.app, { connections: CONNECTIONS, seconds })
  if (Object.keys(refused).length > 0) throw new Error(`orders were refused: ${JSON.stringify(refused)}`)
  world.perSecond.push(perSecond)
  world.cpuMs.push((appCpu * 1_000) / perSecond)
}

async function prepare(
  cluster: Cluster,
  folder: string,
  { collector, ...kind }: Kind & { readonly collector: string },
  size: Size,
): Promise<World> {
  fs.mkdirSync(folder, { recursive: true })
  const name = `watched_${path.basename(folder)}`
  const admin = await openPostgres({ url: cluster.url('postgres'), poolMax: 1 })
  await admin.exec(`create database ${name}`)
  await admin.close()
  const secretHex = randomBytes(32).toString('hex')
  const database = await openPostgres({ url: cluster.url(name), poolMax: 1 })
  await migrate(database)
  await fixMode(database, 'sandbox', new Date())
  if (!kind.indexed) await database.exec(INDEXES_OF_CONSOLE)
  const count = Math.ceil((1 + size.rounds * size.seconds) * ORDERS_PER_SECOND_AT_MOST)
  const orders = await prepareOrders(database, { secretHex, people: PEOPLE, orders: count })
  await database.exec('vacuum analyze')
  await database.close()
  const settings = {
    ...(kind.metrics ? { METRICS_ADDRESS: `127.0.0.1:${await freePort()}` } : {}),
    ...(kind.traces ? { OTEL_EXPORTER_OTLP_ENDPOINT: collector } : {}),
  }
  const app = await startApp({ folder, databaseUrl: cluster.url(name), secretHex, settings })
  const client = await startClient(folder, orders)
  await warmUp(client, app)
  return { ...kind, app, client, perSecond: [], cpuMs: [] }
}

/** A collector that accepts requests and discards them. */
async function startSink(): Promise<{ readonly url: string; stop(): void }> {
  const port = await freePort()
  const server = http.createServer((request, response) => {
    request.resume()
    request.on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function print(worlds: readonly World[]): void {
  const [base] = worlds
  const rows = worlds.map(({ title, perSecond, cpuMs }) => {
    const ratios = perSecond.map((figure, round) => figure / (base?.perSecond[round] ?? Number.NaN))
    return [title, whole(median(perSecond)), twoDigits(median(ratios)), twoDigits(median(cpuMs))]
  })
  printTable([`${CONNECTIONS} connections`, 'orders/s', 'ratio', 'app CPU ms per order'], rows)
}
