import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { SANDBOX_PAYSTACK_KEY } from '#sandbox/world.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { findPostgresFolder } from '#tests/support/postgres.ts'
import { startApp } from './app.ts'
import { type Flooded, flood } from './flood.ts'
import { onFreshPostgres } from './fresh-postgres.ts'
import { printTable, whole } from './report.ts'

const PER_SECOND = [100, 500, 1_000, 5_000] as const

/** Floods of webhooks at growing rates: how many are stored or refused, how long each takes, whether any is lost. */
export async function benchWebhooks(folder: string, seconds: number): Promise<void> {
  if (findPostgresFolder() !== null) await benchOnPostgres(folder, seconds)
  const embedded = path.join(folder, 'webhooks')
  fs.mkdirSync(embedded, { recursive: true })
  await measure('embedded database', seconds, embedded, null, () => openPglite(path.join(embedded, 'pglite')))
}

async function benchOnPostgres(folder: string, seconds: number): Promise<void> {
  await onFreshPostgres((url) =>
    measure('PostgreSQL, fsync on', seconds, folder, url, () => openPostgres({ url, poolMax: 1 })),
  )
}

async function measure(
  title: string,
  seconds: number,
  folder: string,
  databaseUrl: string | null,
  open: () => Promise<Database>,
): Promise<void> {
  const app = await startApp({ folder, databaseUrl, secretHex: randomBytes(32).toString('hex') })
  const floods: Flooded[] = []
  await flood(app.url, SANDBOX_PAYSTACK_KEY, { perSecond: 100, seconds: 1 })
  for (const perSecond of PER_SECOND) floods.push(await flood(app.url, SANDBOX_PAYSTACK_KEY, { perSecond, seconds }))
  await app.stop()
  const database = await open()
  const [row] = await database.query<{ count: number }>('select count(*)::int as count from webhook_events')
  await database.close()

  console.log(`Webhooks, ${title} (role web: nothing is verified meanwhile); a warm-up of 100 comes before`)
  const titles = ['asked/s', 'sent/s', 'stored/s', '200', '503', 'other', 'p50 ms', 'p99 ms', 'longest ms']
  printTable(
    titles,
    floods.map((each, step) => rowOf(PER_SECOND[step] ?? 0, each)),
  )
  const answered = floods.reduce((sum, { statuses }) => sum + (statuses[200] ?? 0), 0)
  console.log(
    `${whole(row?.count ?? 0)} are in the database, ${whole(answered)} and those of the warm-up were answered with 200\n`,
  )
}

function rowOf(perSecond: number, flooded: Flooded): string[] {
  const { 200: stored = 0, 503: refused = 0, ...others } = flooded.statuses
  const other = Object.values(others).reduce((sum, count) => sum + count, 0)
  const { sentPerSecond, storedPerSecond, p50Ms, p99Ms, longestMs } = flooded
  return [perSecond, sentPerSecond, storedPerSecond, stored, refused, other, p50Ms, p99Ms, longestMs].map(whole)
}
