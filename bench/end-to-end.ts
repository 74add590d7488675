import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { freePort } from '#tests/support/free-port.ts'
import { findPostgresFolder } from '#tests/support/postgres.ts'
import { startApp } from './app.ts'
import { onFreshPostgres } from './fresh-postgres.ts'
import { startClient } from './load.ts'
import { prepareOrders } from './people.ts'
import { printTable, whole } from './report.ts'
import { PEOPLE, type Size } from './rounds.ts'
import { startWorld } from './world.ts'

/** Orders approved per second, each on its own connection. The question is whether they settle as fast. */
const RATES = [5, 20, 40] as const
const SETTLED_WITHIN_MS = 120_000

/**
 * From the tap to the proof: web, worker and sandbox world on one PostgreSQL, orders approved at a steady rate, first
 * without the provider's webhooks, then with them. A transfer takes the sandbox 400 ms.
 */
export async function benchEndToEnd(folder: string, { seconds }: Size): Promise<void> {
  if (findPostgresFolder() === null) throw new Error('PostgreSQL is not installed')
  for (const hasWebhooks of [false, true]) {
    const home = path.join(folder, hasWebhooks ? 'with-webhooks' : 'without-webhooks')
    fs.mkdirSync(home, { recursive: true })
    await onFreshPostgres((url) => measure(url, home, seconds, hasWebhooks))
  }
}

async function measure(url: string, home: string, seconds: number, hasWebhooks: boolean): Promise<void> {
  const secretHex = randomBytes(32).toString('hex')
  const database = await openPostgres({ url, poolMax: 1 })
  await migrate(database)
  await fixMode(database, 'sandbox', new Date())
  const count = RATES.reduce((sum, rate) => sum + rate * seconds * 2, 50)
  const orders = await prepareOrders(database, { secretHex, people: PEOPLE, orders: count })
  await database.exec('analyze')
  const port = await freePort()
  const world = await startWorld(home, hasWebhooks ? port : undefined)
  const app = await startApp({ folder: home, databaseUrl: url, secretHex, role: 'all', world, port })
  const client = await startClient(home, orders)
  const rows: string[][] = []
  for (const perSecond of RATES) {
    const since = new Date()
    const measured = await client.measure(app, { perSecond, seconds: seconds * 2 })
    const settled = await settledSince(database, since)
    rows.push([String(perSecond), whole(measured.accepted), whole(measured.p50Ms), ...settled])
  }
  const how = hasWebhooks ? 'with webhooks' : 'without webhooks'
  console.log(`From the approval to the proof, PostgreSQL, one process with web and worker, ${how}`)
  printTable(['approved/s', 'orders', 'accepted p50 ms', 'settled', 'settled p50 ms', 'p95 ms', 'p99 ms'], rows)
  client.stop()
  await app.stop()
  await world.stop()
  await database.close()
}

/** Waits until no order is open. Returns how many settled, and how long after they were accepted. */
async function settledSince(database: Database, since: Date): Promise<string[]> {
  for (const untilMs = performance.now() + SETTLED_WITHIN_MS; ; await sleep(100)) {
    const [row] = await database.query<{ open: number; settled: number; p50: number; p95: number; p99: number }>(
      `select count(*) filter (where state <> 'settled')::int as open, count(*) filter (where state = 'settled')::int as settled,
         (percentile_cont(0.5) within group (order by extract(epoch from updated_at - created_at)) * 1000)::float8 as p50,
         (percentile_cont(0.95) within group (order by extract(epoch from updated_at - created_at)) * 1000)::float8 as p95,
         (percentile_cont(0.99) within group (order by extract(epoch from updated_at - created_at)) * 1000)::float8 as p99
       from orders where created_at >= $1`,
      [since],
    )
    if (row !== undefined && row.open === 0) return [whole(row.settled), whole(row.p50), whole(row.p95), whole(row.p99)]
    if (performance.now() > untilMs) throw new Error(`${row?.open} orders are still open`)
  }
}
