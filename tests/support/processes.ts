import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { freePort } from './free-port.ts'
import { copyMadeDatabase } from './made-database.ts'
import { PROGRAM_FLAGS, programEnvironment } from './program-environment.ts'

/** A program of the product running as a process of its own. */
export type Running = {
  readonly child: ChildProcess
  /** What it has printed so far. */
  output(): string
  /** The exit code once it has ended; null if a signal ended it. */
  ended: Promise<number | null>
}

const root = path.join(import.meta.dirname, '..', '..')

/**
 * Starts `file` of the repository, or of another folder, on the tests' Node. Its environment has only these variables
 * and those of every program.
 */
export function run(
  file: string,
  env: Readonly<Record<string, string>>,
  words: readonly string[] = [],
  folder = root,
): Running {
  const child = spawn(process.execPath, [...PROGRAM_FLAGS, path.join(folder, file), ...words], {
    cwd: folder,
    env: { ...programEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk))
  return { child, output: () => text, ended: once(child, 'exit').then(([code]) => code as number | null) }
}

/** The app and sandbox world as processes on their own ports, over one data folder or PostgreSQL database. */
export type Product = {
  readonly url: string
  readonly sandboxUrl: string
  readonly env: Record<string, string>
  app(): Running
  /** The app and the sandbox world, if they are running. */
  running(): Running[]
  /** Starts the app again. Returns how long it took to answer, ms. */
  startApp(): Promise<number>
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  /** Ends both. */
  close(): Promise<void>
}

const READY_WITHIN_MS = 150_000

/** `settings`: further settings. `makesDatabase`: creates its embedded database itself, as a first start does. */
export async function startProduct(of: {
  dataFolder: string
  databaseUrl: string | null
  settings?: Readonly<Record<string, string>>
  makesDatabase?: boolean
}): Promise<Product> {
  const lacksDatabase = of.databaseUrl === null && !fs.existsSync(path.join(of.dataFolder, 'pglite'))
  if (lacksDatabase && of.makesDatabase !== true) await copyMadeDatabase(of.dataFolder)
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: of.dataFolder,
    LOG_LEVEL: 'error',
    REQUESTS_PER_MINUTE: '1000000',
    REQUESTS_AT_ONCE: '1000000',
    ...(of.databaseUrl === null ? {} : { DATABASE_URL: of.databaseUrl }),
    ...of.settings,
  }
  const url = `http://localhost:${port}`
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const sandbox = run('sandbox/main.ts', env)
  await answering(`${sandboxUrl}/control/state`, sandbox)
  let app = run('server/main.ts', env)
  await answering(`${url}/readyz`, app).catch((error: unknown) => {
    // The caller gets no handle to end them with.
    for (const each of [app, sandbox]) each.child.kill('SIGKILL')
    throw error
  })
  return {
    url,
    sandboxUrl,
    env,
    app: () => app,
    running: () => [app, sandbox].filter(({ child }) => child.exitCode === null && child.signalCode === null),
    async startApp() {
      const startedMs = performance.now()
      app = run('server/main.ts', env)
      await answering(`${url}/readyz`, app)
      return performance.now() - startedMs
    },
    async kill(signal) {
      app.child.kill(signal)
      return await app.ended
    },
    async close() {
      for (const each of [app, sandbox]) {
        if (each.child.exitCode === null && each.child.signalCode === null) each.child.kill('SIGTERM')
        await each.ended
      }
    },
  }
}

/** Waits until a program answers `ask` at this address. */
export async function answering(
  url: string,
  of: Running,
  ask: (url: string) => Promise<{ readonly ok: boolean }> = fetch,
): Promise<void> {
  const untilMs = performance.now() + READY_WITHIN_MS
  while (performance.now() < untilMs) {
    if (of.child.exitCode !== null || of.child.signalCode !== null) break
    const answer = await ask(url).catch(() => null)
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`not ready: ${of.output()}`)
}
