import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findPostgresFolder } from '#tests/support/postgres.ts'
import { helpFor } from '../scripts/lib/help.js'
import { benchAlerts } from './alerts.ts'
import { benchConsole } from './console.ts'
import { benchDisk } from './disk.ts'
import { benchEmbedded } from './embedded.ts'
import { benchEndToEnd } from './end-to-end.ts'
import { benchGrowth } from './growth.ts'
import { benchIsolation } from './isolation.ts'
import { benchOverload } from './overload.ts'
import { benchPostgres } from './postgres.ts'
import { benchReads } from './reads.ts'
import { describeMachine } from './report.ts'
import type { Size } from './rounds.ts'
import { benchWatched } from './watched.ts'
import { benchWebhooks } from './webhooks.ts'

helpFor(`npm run bench: measures orders on both databases, in some three minutes.
docs/why/performance.md explains the figures.

  npm run bench -- webhooks    or isolation, overload, end-to-end, growth, console, watched, reads, alerts, disk

  BENCH_ROUNDS=3  BENCH_SECONDS=2  BENCH_CONNECTIONS=1,8,32,128`)

const size: Size = {
  rounds: Number(process.env.BENCH_ROUNDS || 3),
  seconds: Number(process.env.BENCH_SECONDS || 2),
  connections: (process.env.BENCH_CONNECTIONS || '1,8,32,128').split(',').map(Number),
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-bench-'))
process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
console.log(describeMachine())
console.log(`${size.rounds} rounds of ${size.seconds} s; figures are medians of the rounds\n`)
// Child processes alone do not keep a waiting process alive.
const alive = setInterval(() => undefined, 60_000)
const benches: Readonly<Record<string, () => Promise<void>>> = {
  orders: benchOrders,
  webhooks: () => benchWebhooks(folder, size.seconds),
  isolation: () => benchIsolation(folder, size),
  overload: () => benchOverload(folder, size),
  'end-to-end': () => benchEndToEnd(folder, size),
  growth: () => benchGrowth(folder, size),
  console: () => benchConsole(size.rounds),
  watched: () => benchWatched(folder, size),
  reads: () => benchReads(folder, size),
  alerts: () => benchAlerts(folder, size),
  disk: () => benchDisk(folder),
}
await (benches[process.argv[2] ?? 'orders'] ?? benchOrders)()
clearInterval(alive)

async function benchOrders(): Promise<void> {
  await benchEmbedded(path.join(folder, 'embedded'), size)
  if (findPostgresFolder() === null) console.log('PostgreSQL is not installed: its half is left out')
  else await benchPostgres(path.join(folder, 'postgres'), size)
}
