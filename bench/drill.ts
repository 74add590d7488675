import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { startCluster } from '#tests/support/postgres.ts'
import { run } from '#tests/support/processes.ts'
import { helpFor } from '../scripts/lib/help.js'
import { describeMachine } from './report.ts'

helpFor(`npm run drill: how long it takes from a backup to audited books on an empty PostgreSQL, with the commands of operators.

DRILL_ENTRIES=100000 ledger entries; the goal of 15 minutes is stated for 1,000,000.`)

const ENTRIES = Number(process.env.DRILL_ENTRIES || 100_000)
const PEOPLE = 1_000
const PER_STATEMENT = 5_000
const WITHIN_MS = 15 * 60_000

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-drill-'))
process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
const alive = setInterval(() => undefined, 60_000)
const cluster = await startCluster({ fsync: true })
try {
  console.log(describeMachine())
  await drill()
} finally {
  await cluster.stop()
  clearInterval(alive)
}

async function drill(): Promise<void> {
  await onDatabase('postgres', async (admin) => {
    for (const name of ['old', 'new']) await admin.exec(`create database ${name}`)
  })
  await onDatabase('old', fill)
  const file = path.join(folder, 'drill.backup')
  const env = { JARA_SECRET: randomBytes(32).toString('hex'), DATA_DIR: folder }
  const backup = await timed('backup', env, 'old', '--to', file)
  const restore = await timed('restore', env, 'new', '--from', file)
  await timed('backup', env, 'old', '--verify', file)
  const [written, read] = [backup, restore].map(({ said }) => /rows sha256 (\w+)/.exec(said)?.[1])
  console.log(`rows sha256 ${written}, restored ${read === written ? 'the same' : `another: ${read}`}`)
  const withinGoal = restore.tookMs <= WITHIN_MS
  console.log(`restored, compared and audited within 15 minutes: ${withinGoal ? 'yes' : 'no'}`)
  if (read !== written || written === undefined || !withinGoal) process.exitCode = 1
}

async function timed(name: 'backup' | 'restore', env: Record<string, string>, database: string, ...words: string[]) {
  const startedMs = performance.now()
  const running = run(`server/commands/${name}.ts`, { ...env, DATABASE_URL: cluster.url(database) }, words)
  const code = await running.ended
  const tookMs = performance.now() - startedMs
  console.log(
    `${running.output().trimEnd()}\n→ ${[name, ...words].join(' ')} ended with ${code} after ${(tookMs / 1_000).toFixed(1)} s\n`,
  )
  if (code !== 0) throw new Error(`${name} failed`)
  return { said: running.output(), tookMs }
}

/** People with money, and transfers of two entries each, through the ledger's own function: every chain is real. */
async function fill(database: Database): Promise<void> {
  await migrate(database)
  await fixMode(database, 'sandbox', new Date())
  const startedMs = performance.now()
  const deposits = Math.ceil(ENTRIES / 2)
  for (let from = 0; from < deposits; from += PER_STATEMENT) {
    await database.query(
      `with made as (
         select n, 'usr_' || lpad((n % $3)::text, 35, '0') as person, lpad(n::text, 35, '0') as body
         from generate_series($1::bigint, $2::bigint) as n
       )
       select ledger_post(person, 'trf_' || body, 'grant', 'grant:' || n, null, now(),
         array['equity:sandbox'], array['user:' || person || ':available'], array[100 + n % 900]) from made`,
      [from, Math.min(from + PER_STATEMENT, deposits) - 1, PEOPLE],
    )
  }
  const seconds = (performance.now() - startedMs) / 1_000
  console.log(`${deposits} transfers of two entries for ${PEOPLE} people, written in ${seconds.toFixed(0)} s\n`)
}

async function onDatabase(name: string, use: (database: Database) => Promise<void>): Promise<void> {
  const database = await openPostgres({ url: cluster.url(name), poolMax: 1 })
  try {
    await use(database)
  } finally {
    await database.close()
  }
}
