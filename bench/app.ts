import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { freePort } from '#tests/support/free-port.ts'
import { endRun, outlastRun } from './people.ts'

/** The app under measurement: a process of its own. */
export type Product = {
  readonly url: string
  /** CPU time used so far, ms. Zero where the system does not report it. */
  cpuMs(): number
  /** Peak memory, MiB. Zero where the system does not report it. */
  peakMiB(): number
  stop(): Promise<void>
}

/** The niceness in `deploy/systemd/jara-worker.service`. */
const WORKER_NICENESS = 5
const READY_WITHIN_MS = 120_000
/** The unit of CPU times in /proc on Linux. */
const TICK_MS = 10
const ROOT = path.join(import.meta.dirname, '..')

/** Starts the app, in the web role by default. `databaseUrl` null: the embedded database in the folder. */
export async function startApp(of: {
  folder: string
  databaseUrl: string | null
  secretHex: string
  role?: 'web' | 'worker' | 'all'
  /** Where the providers and the mail server are; by default nothing listens. */
  world?: { readonly url: string; readonly smtpPort: number }
  /** A free port by default. */
  port?: number
  /** The checkout it is started from; this one by default. */
  root?: string
  /** Additional settings of the installation. */
  settings?: Readonly<Record<string, string>>
}): Promise<Product> {
  const { root = ROOT } = of
  const port = of.port ?? (await freePort())
  const url = `http://localhost:${port}`
  await prepare(of.databaseUrl, endRun)
  const child = spawn(
    process.execPath,
    [
      ...process.execArgv,
      ...(process.env.BENCH_PROF ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROF}`] : []),
      path.join(root, 'server/main.ts'),
    ],
    {
      cwd: root,
      stdio: ['ignore', of.role === 'worker' ? 'pipe' : 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        // The host name in requests that are prepared before the port is known.
        PUBLIC_URL: 'http://localhost',
        DATA_DIR: of.folder,
        JARA_ROLE: of.role ?? 'web',
        JARA_SECRET: of.secretHex,
        LOG_LEVEL: 'error',
        REQUESTS_PER_MINUTE: '100000000',
        // The benchmark sets this limit: REQUESTS_AT_ONCE=64 npm run bench -- overload.
        ...(process.env.REQUESTS_AT_ONCE === undefined ? {} : { REQUESTS_AT_ONCE: process.env.REQUESTS_AT_ONCE }),
        ...(of.databaseUrl === null ? {} : { DATABASE_URL: of.databaseUrl }),
        ...of.settings,
        SANDBOX_SMTP_PORT: String(of.world?.smtpPort ?? 9),
        ...(of.world === undefined
          ? {}
          : { PAYSTACK_BASE_URL: `${of.world.url}/paystack`, VTPASS_BASE_URL: `${of.world.url}/vtpass/api` }),
      },
    },
  )
  const ended = once(child, 'exit')
  if (of.role === 'worker' && child.pid !== undefined) os.setPriority(child.pid, WORKER_NICENESS)
  let hasSaidReady = false
  // A worker answers no request; it prints that it is ready.
  child.stdout?.on('data', (text: Buffer) => {
    hasSaidReady ||= text.includes('is ready')
  })
  for (const untilMs = performance.now() + READY_WITHIN_MS; ; await sleep(50)) {
    if (hasSaidReady || (await fetch(`${url}/readyz`).catch(() => null))?.ok === true) break
    if (child.exitCode !== null || performance.now() > untilMs) throw new Error('the app did not start')
  }
  // Only the app can open the embedded database: quotes prepared there must be used within QUOTE_LIFETIME_MS.
  await prepare(of.databaseUrl, outlastRun)
  return {
    url,
    cpuMs: () => cpuMsOf(child.pid),
    peakMiB: () => peakMiBOf(child.pid),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function prepare(databaseUrl: string | null, work: (database: Database) => Promise<void>): Promise<void> {
  if (databaseUrl === null) return
  const database = await openPostgres({ url: databaseUrl, poolMax: 1 })
  await work(database)
  await database.close()
}

function cpuMsOf(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`
  if (!fs.existsSync(file)) return 0
  const text = fs.readFileSync(file, 'utf8')
  // After the program's name, which may hold spaces: state is the first field, user and system time the 12th and 13th.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

function peakMiBOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`
  if (!fs.existsSync(file)) return 0
  const [, kib = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(fs.readFileSync(file, 'utf8')) ?? []
  return Number(kib) / 1_024
}
