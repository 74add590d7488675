import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { EVERY_TABLE } from '#server/tables/tables.ts'
import { findPostgresFolder } from '#tests/support/postgres.ts'
import { startApp } from './app.ts'
import { onFreshPostgres } from './fresh-postgres.ts'
import { startClient } from './load.ts'
import { prepareOrders } from './people.ts'
import { printTable, twoDigits, whole } from './report.ts'
import { startWorld } from './world.ts'

/** People, each of whom approves several orders: BENCH_ORDERS=600 for a shorter run, BENCH_RATE=150 for more in a second. */
const PEOPLE = 1_000
const ORDERS = Number(process.env.BENCH_ORDERS || 4_000)
const ORDERS_PER_SECOND = Number(process.env.BENCH_RATE || 40)
const DONE_WITHIN_MS = 120_000
/** The unit of CPU times in /proc on Linux. */
const TICK_MS = 10

/** Bytes of each table (with its indexes and TOAST), its rows, and all WAL so far. */
type Sizes = {
  readonly bytes: ReadonlyMap<string, number>
  readonly rows: ReadonlyMap<string, number>
  readonly walBytes: number
  readonly fullPages: number
}

/**
 * What people and their orders leave on disk: first the accounts, then orders from approval to proved settlement, with
 * alerts and emails. Web and worker run in one process.
 */
export async function benchDisk(folder: string): Promise<void> {
  if (findPostgresFolder() === null) throw new Error('PostgreSQL is not installed')
  const home = path.join(folder, 'disk')
  fs.mkdirSync(home, { recursive: true })
  await onFreshPostgres((url) => measure(url, home))
}

async function measure(databaseUrl: string, folder: string): Promise<void> {
  const secretHex = randomBytes(32).toString('hex')
  const database = await openPostgres({ url: databaseUrl, poolMax: 1 })
  await migrate(database)
  await fixMode(database, 'sandbox', new Date())
  const empty = await packedSizes(database)
  const orders = await prepareOrders(database, { secretHex, people: PEOPLE, orders: ORDERS + ORDERS_PER_SECOND })
  const before = await packedSizes(database)
  const world = await startWorld(folder)
  const app = await startApp({ folder, databaseUrl, secretHex, role: 'all', world })
  const client = await startClient(folder, orders)
  const began = { ...(await sizesOf(database)), appMs: app.cpuMs(), databaseMs: databaseCpuMs(databaseUrl) }
  const { accepted } = await client.measure(app, {
    perSecond: ORDERS_PER_SECOND,
    seconds: ORDERS / ORDERS_PER_SECOND,
  })
  const approvedMs = performance.now()
  await allDone(database)
  const behindSeconds = (performance.now() - approvedMs) / 1_000
  const used = { appMs: app.cpuMs() - began.appMs, databaseMs: databaseCpuMs(databaseUrl) - began.databaseMs }
  const ended = await sizesOf(database)
  client.stop()
  await app.stop()
  await world.stop()
  await database.exec('vacuum')
  const asItLies = await sizesOf(database)
  const packed = await packedSizes(database)
  await database.close()

  const each = (bytes: number) => bytes / accepted
  console.log(`${whole(PEOPLE)} people, then ${whole(accepted)} orders of theirs, ${ORDERS_PER_SECOND} a second\n`)
  printPerPerson(empty, before)
  printPerOrder(accepted, { before, asItLies, packed })
  console.log(`\nWAL per order: ${whole(each(ended.walBytes - began.walBytes))} bytes`)
  console.log(`with ${twoDigits(each(ended.fullPages - began.fullPages))} pages in full, as after a checkpoint`)
  console.log(`all done ${twoDigits(behindSeconds)} s after the last approval`)
  console.log(`CPU per order: app ${twoDigits(each(used.appMs))} ms, PostgreSQL ${twoDigits(each(used.databaseMs))} ms`)
}

function printPerPerson(empty: Sizes, filled: Sizes): void {
  const rows = [...filled.bytes.keys()]
    .filter((table) => table !== 'quotes' && rowsBetween(empty, filled, table) > 0)
    .map((table) => ({
      table,
      bytes: bytesBetween(empty, filled, table) / PEOPLE,
      rows: rowsBetween(empty, filled, table),
    }))
  printTable(
    ['of a person, packed', 'rows', 'bytes'],
    [
      ...rows.map(({ table, bytes, rows: count }) => [table, twoDigits(count / PEOPLE), whole(bytes)]),
      ['all', '', whole(rows.reduce((sum, { bytes }) => sum + bytes, 0))],
    ],
  )
  console.log('')
}

function printPerOrder(orders: number, of: { before: Sizes; asItLies: Sizes; packed: Sizes }): void {
  const tables = EVERY_TABLE.map((table) => ({
    name: table.name,
    // A job is deleted when its work is done.
    stays: typeof table.retention === 'string' && table.name !== 'jobs',
    rows: rowsBetween(of.before, of.asItLies, table.name) / orders,
    lies: bytesBetween(of.before, of.asItLies, table.name) / orders,
    packed: bytesBetween(of.before, of.packed, table.name) / orders,
  })).filter(({ name, rows }) => name !== 'quotes' && rows >= 0.1)
  const line = (name: string, figures: { rows?: number; packed: number; lies: number }, stays: string) => [
    name,
    figures.rows === undefined ? '' : twoDigits(figures.rows),
    whole(figures.packed),
    whole(figures.lies),
    stays,
  ]
  const sum = (which: (stays: boolean) => boolean) =>
    tables
      .filter(({ stays }) => which(stays))
      .reduce((all, each) => ({ packed: all.packed + each.packed, lies: all.lies + each.lies }), { packed: 0, lies: 0 })
  printTable(
    ['of an order', 'rows', 'bytes, packed', 'bytes, as they lie', 'stays'],
    [
      ...tables.map((each) => line(each.name, each, each.stays ? 'yes' : 'no')),
      line(
        'all that stays',
        sum((stays) => stays),
        'yes',
      ),
      line(
        'all that goes',
        sum((stays) => !stays),
        'no',
      ),
    ],
  )
}

const bytesBetween = (from: Sizes, to: Sizes, table: string) =>
  (to.bytes.get(table) ?? 0) - (from.bytes.get(table) ?? 0)
const rowsBetween = (from: Sizes, to: Sizes, table: string) => (to.rows.get(table) ?? 0) - (from.rows.get(table) ?? 0)

/** Sizes without the gaps that updates and split pages leave. */
async function packedSizes(database: Database): Promise<Sizes> {
  await database.exec('vacuum full')
  return await sizesOf(database)
}

async function sizesOf(database: Database): Promise<Sizes> {
  const tables = await database.query<{ name: string; bytes: bigint; rows: bigint }>(
    `select relname as name, pg_total_relation_size(oid) as bytes,
       (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || quote_ident(relname), false, true, '')))[1]::text::bigint as rows
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  const [wal] = await database.query<{ bytes: string; pages: bigint }>(
    'select wal_bytes::text as bytes, wal_fpi as pages from pg_stat_wal',
  )
  return {
    bytes: new Map(tables.map(({ name, bytes }) => [name, Number(bytes)])),
    rows: new Map(tables.map(({ name, rows }) => [name, Number(rows)])),
    walBytes: Number(wal?.bytes ?? 0),
    fullPages: Number(wal?.pages ?? 0),
  }
}

/** Waits until every order is settled and no work is due soon: a settled order is checked again hours later. */
async function allDone(database: Database): Promise<void> {
  for (const untilMs = performance.now() + DONE_WITHIN_MS; ; await sleep(500)) {
    const [row] = await database.query<{ open: number }>(
      `select (select count(*) from orders where state <> 'settled')::int
         + (select count(*) from jobs where due_at < now() + interval '1 minute' and kind in ('order', 'alert', 'email'))::int as open`,
    )
    if (row?.open === 0) return
    if (performance.now() > untilMs) throw new Error(`${row?.open} orders and jobs are still open`)
  }
}

/** CPU time of one PostgreSQL's processes, ended ones included, ms. Zero where the system does not report it. */
function databaseCpuMs(url: string): number {
  const folder = new URL(url).searchParams.get('host') ?? ''
  if (!fs.existsSync('/proc/self/stat')) return 0
  const processes = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.reduce((sum, pid) => sum + cpuMsWithin(folder, pid), 0)
}

function cpuMsWithin(folder: string, pid: string): number {
  try {
    if (!fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)) return 0
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the program's name: its own user and system time, then those of its children that have ended.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0)
  } catch {
    // The process has ended meanwhile.
    return 0
  }
}
