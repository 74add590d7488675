import { randomBytes } from 'node:crypto'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { findPostgresFolder } from '#tests/support/postgres.ts'
import { type Product, startApp } from './app.ts'
import { onFreshPostgres } from './fresh-postgres.ts'
import { type Client, type Measured, startClient } from './load.ts'
import { prepareOrders } from './people.ts'
import { median, printTable, twoDigits, whole } from './report.ts'
import { PEOPLE, type Size, warmUp } from './rounds.ts'

const CAPACITY_CONNECTIONS = 64
const FACTORS = [2, 5, 10] as const
const STORM_SECONDS = 10
/** By then the app is full: requests end as fast as they begin. */
const LEAD_SECONDS = 4
/** Light load before and after a storm, as a share of the capacity: slowness then is the storm's doing. */
const LIGHT = 0.2
const LIGHT_SECONDS = 3
const AFTER_SECONDS = 10
const WINDOW_MS = 250
/** A window is quiet again when its slowest answer takes at most this many times the earlier p99, or QUIET_MS. */
const QUIET_TIMES = 2
const QUIET_MS = 100
const ORDERS_PER_SECOND_AT_MOST = 2_000
const NOISY_CONNECTIONS = 64
const NOISE_SECONDS = 5
const READS_PER_SECOND = 50

/** More load than the app can take: what it still completes, what happens to the rest, and how soon it recovers. */
export async function benchOverload(folder: string, size: Size): Promise<void> {
  if (findPostgresFolder() === null) throw new Error('PostgreSQL is not installed')
  await onFreshPostgres(async (url) => {
    const secretHex = randomBytes(32).toString('hex')
    const database = await openPostgres({ url, poolMax: 1 })
    await migrate(database)
    await fixMode(database, 'sandbox', new Date())
    const stormy = 2 * size.seconds + STORM_SECONDS + LIGHT * (LIGHT_SECONDS + AFTER_SECONDS)
    const seconds = 4 + size.rounds * FACTORS.length * stormy
    const count = Math.ceil(seconds * ORDERS_PER_SECOND_AT_MOST)
    const orders = await prepareOrders(database, { secretHex, people: PEOPLE, orders: count })
    const app = await startApp({ folder, databaseUrl: url, secretHex })
    const client = await startClient(folder, orders)
    const noisy = await startClient(folder, orders.slice(0, 1))
    await warmUp(client, app)
    // Autovacuum does this within a minute: plans fit the tables' real size, not empty ones.
    await database.exec('analyze')
    await database.close()
    await storms(client, app, size)
    await noise(client, noisy, app, size)
    for (const each of [client, noisy]) each.stop()
    await app.stop()
  })
}

type Storm = {
  /** Orders per second without a storm. */
  readonly capacity: number
  /** Accepted in the storm, as a share of the capacity. */
  readonly goodput: number
  /** App CPU per order without a storm, divided by that in one; other load on the machine does not change it. */
  readonly byAppTime: number
  readonly measured: Measured
  readonly recoveryMs: number
  readonly peakMiB: number
}

const refusedOf = ({ measured: { refused } }: Storm) => (refused[503] ?? 0) + (refused[429] ?? 0)
const notAcceptedOf = ({ measured: { refused } }: Storm) =>
  Object.values(refused).reduce((sum, count) => sum + count, 0)
type Column = {
  readonly title: string
  readonly figure: (storm: Storm) => number
  readonly shown: (value: number) => string
}
const COLUMNS: readonly Column[] = [
  { title: 'goodput', figure: ({ goodput }) => goodput, shown: twoDigits },
  { title: 'by app time', figure: ({ byAppTime }) => byAppTime, shown: twoDigits },
  { title: 'p50 ms', figure: ({ measured }) => measured.p50Ms, shown: whole },
  { title: 'p99 ms', figure: ({ measured }) => measured.p99Ms, shown: whole },
  { title: 'refused', figure: refusedOf, shown: whole },
  { title: 'p50 ms', figure: ({ measured }) => measured.refusedP50Ms, shown: whole },
  { title: 'p95 ms', figure: ({ measured }) => measured.refusedP95Ms, shown: whole },
  { title: 'p99 ms', figure: ({ measured }) => measured.refusedP99Ms, shown: whole },
  { title: 'other', figure: (each) => notAcceptedOf(each) - refusedOf(each), shown: whole },
  { title: 'recovery ms', figure: ({ recoveryMs }) => recoveryMs, shown: whole },
  { title: 'peak MiB', figure: ({ peakMiB }) => peakMiB, shown: whole },
  { title: 'connections', figure: ({ measured }) => measured.connections, shown: whole },
  { title: 'cores: app', figure: ({ measured }) => measured.appCpu, shown: twoDigits },
  { title: 'client', figure: ({ measured }) => measured.clientCpu, shown: twoDigits },
  { title: 'machine', figure: ({ measured }) => measured.machineCpu, shown: twoDigits },
]

async function storms(client: Client, app: Product, size: Size): Promise<void> {
  const quietMiB = app.peakMiB()
  const rounds: Storm[][] = FACTORS.map(() => [])
  for (let round = 0; round < size.rounds; round++) {
    for (const [step, factor] of FACTORS.entries()) rounds[step]?.push(await storm(client, app, size, factor))
  }
  const most = whole(median(rounds.flat().map(({ capacity }) => capacity)))
  console.log(
    `Overload, PostgreSQL, role web: at ${CAPACITY_CONNECTIONS} connections ${most} orders/s; storms of ${STORM_SECONDS} s`,
  )
  const rows = FACTORS.map((factor, step) => [
    `${factor}x`,
    ...COLUMNS.map(({ figure, shown }) => shown(median((rounds[step] ?? []).map(figure)))),
  ])
  printTable(['offered', ...COLUMNS.map(({ title }) => title)], rows)
  console.log(`Memory before the storms: ${whole(quietMiB)} MiB\n`)
}

async function storm(client: Client, app: Product, size: Size, factor: number): Promise<Storm> {
  // Measured before and after, because other load on the machine changes from minute to minute.
  const measureMost = () => client.measure(app, { connections: CAPACITY_CONNECTIONS, seconds: size.seconds })
  const most = await measureMost()
  const light = { perSecond: most.perSecond * LIGHT }
  const before = await client.measure(app, { ...light, seconds: LIGHT_SECONDS })
  const measured = await client.measure(app, {
    perSecond: most.perSecond * factor,
    seconds: STORM_SECONDS,
    leadSeconds: LEAD_SECONDS,
  })
  const after = await client.measure(app, { ...light, seconds: AFTER_SECONDS })
  const mostAfter = await measureMost()
  const capacity = (most.perSecond + mostAfter.perSecond) / 2
  const quietMs = Math.max(QUIET_MS, before.p99Ms * QUIET_TIMES)
  return {
    capacity,
    goodput: measured.perSecond / capacity,
    byAppTime: (appMsPerOrder(most) + appMsPerOrder(mostAfter)) / 2 / appMsPerOrder(measured),
    measured,
    recoveryMs: recoveryOf(after, quietMs),
    peakMiB: app.peakMiB(),
  }
}

function appMsPerOrder({ appCpu, elapsedMs, accepted }: Measured): number {
  return (appCpu * elapsedMs) / accepted
}

/** When the last request that was refused or slow was sent, in steps of a window, ms. */
function recoveryOf({ samples }: Measured, quietMs: number): number {
  const troubled = samples.filter(([, tookMs, status]) => tookMs > quietMs || status !== 201)
  const last = Math.max(0, ...troubled.map(([atMs, tookMs]) => atMs - tookMs))
  return troubled.length === 0 ? 0 : Math.ceil((last + 1) / WINDOW_MS) * WINDOW_MS
}

/** How much other customers notice one browser that reads as fast as it can. */
async function noise(client: Client, noisy: Client, app: Product, size: Size): Promise<void> {
  const quiet: Measured[] = []
  const loud: Measured[] = []
  const noises: Measured[] = []
  const others = { what: 'reads', perSecond: READS_PER_SECOND, seconds: NOISE_SECONDS } as const
  for (let round = 0; round < size.rounds; round++) {
    quiet.push(await client.measure(app, others))
    const [heard, made] = await Promise.all([
      client.measure(app, others),
      noisy.measure(app, { what: 'reads of one', connections: NOISY_CONNECTIONS, seconds: NOISE_SECONDS }),
    ])
    loud.push(heard)
    noises.push(made)
  }
  console.log(
    `Balance, ${READS_PER_SECOND} a second of other people, beside one browser on ${NOISY_CONNECTIONS} connections`,
  )
  const row = (name: string, of: readonly Measured[]) => [
    name,
    ...[of.map(({ perSecond }) => perSecond), of.map(({ p50Ms }) => p50Ms), of.map(({ p95Ms }) => p95Ms)].map((each) =>
      twoDigits(median(each)),
    ),
    whole(median(of.map(({ refused }) => Object.values(refused).reduce((sum, count) => sum + count, 0)))),
  ]
  printTable(
    ['', 'reads/s', 'p50 ms', 'p95 ms', 'refused'],
    [row('others, alone', quiet), row('others, beside it', loud), row('that browser', noises)],
  )
}
