import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutDisk } from './without-disk.ts'

/** A private PostgreSQL server in a temporary folder, reached only through a Unix socket. */
export type Cluster = {
  /** The connection address of one of its databases. */
  url(database: string): string
  /** Stops the server and removes its folder. */
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 60_000
const EXIT_TIMEOUT_MS = 10_000

/** The folder with `initdb` and `postgres`: Debian's newest, otherwise the one on PATH. Null if there is none. */
export function findPostgresFolder(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  const has = (folder: string) => ['initdb', 'postgres'].every((name) => fs.existsSync(path.join(folder, name)))
  return folders.find(has) ?? null
}

export type ClusterOptions = {
  /** Off for suites that never cut the power. */
  readonly fsync: boolean
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>
  /** Fills the data folder with another cluster's files instead of running initdb. */
  readonly fill?: (data: string) => void
  /** A prefix for the server's command, to trace it. */
  readonly under?: readonly string[]
}

/** Creates and starts a throw-away cluster. The server dies with this process, however the process ends. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const binaries = findPostgresFolder()
  if (binaries === null) throw new Error('no PostgreSQL found: install the package postgresql, or put initdb in PATH')
  const folder = fs.mkdtempSync(path.join(options.fsync ? os.tmpdir() : withoutDisk(), 'jara-postgres-'))
  const identity = unprivilegedIdentity()
  if (identity !== undefined) fs.chownSync(folder, identity.uid, identity.gid)
  const spawnOptions = {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    ...identity,
  }
  const data = path.join(folder, 'data')
  if (options.fill === undefined) makeCluster(data)
  else options.fill(data)
  fs.chmodSync(data, 0o700)
  if (identity !== undefined) chownTree(folder, identity)

  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: options.fsync ? 'on' : 'off',
    synchronous_commit: options.fsync ? 'on' : 'off',
    full_page_writes: options.fsync ? 'on' : 'off',
    max_connections: '300',
    shared_buffers: '64MB',
    timezone: 'UTC',
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(
    'sh',
    ['-c', KEEPER, folder, ...(options.under ?? []), path.join(binaries, 'postgres'), '-D', data, ...flags],
    {
      ...spawnOptions,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  server.unref()
  await untilReady(binaries, folder, server)
  return {
    url: (database) => `postgres://jara@localhost/${database}?host=${encodeURIComponent(folder)}`,
    async stop() {
      // Keeps this process alive until the server has ended, even with nothing else to do.
      server.ref()
      server.stdin.end()
      await Promise.race([exited, sleep(EXIT_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/**
 * The shell between this process and the server. Its stdin is a pipe from this process: when it closes, through `stop`
 * or because this process is gone, the shell stops the server and removes the folder. Not even kill -9 leaves a server
 * behind.
 */
const KEEPER = `
  folder=$0
  "$@" >"$folder/log" 2>&1 &
  server=$!
  cat >/dev/null
  kill -INT $server
  wait $server
  cd / && rm -rf "$folder"
`

/** Creates an empty cluster for the user jara in a folder. */
export function makeCluster(data: string, more: readonly string[] = []): void {
  const options = ['-D', data, '-U', 'jara', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', ...more]
  const identity = unprivilegedIdentity()
  if (identity !== undefined) fs.chownSync(path.dirname(data), identity.uid, identity.gid)
  execFileSync(path.join(findPostgresFolder() ?? '', 'initdb'), options, {
    cwd: path.dirname(data),
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
    ...identity,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

function chownTree(folder: string, identity: { uid: number; gid: number }): void {
  for (const name of ['', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    fs.lchownSync(path.join(folder, name), identity.uid, identity.gid)
  }
}

async function untilReady(binaries: string, folder: string, server: { exitCode: number | null }): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!answers(binaries, folder)) {
    if (server.exitCode !== null || Date.now() > deadline) {
      const log = path.join(folder, 'log')
      throw new Error(`PostgreSQL did not start: ${fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : 'no log'}`)
    }
    await sleep(20)
  }
}

function answers(binaries: string, folder: string): boolean {
  if (!fs.existsSync(path.join(folder, '.s.PGSQL.5432'))) return false
  try {
    execFileSync(path.join(binaries, 'pg_isready'), ['-q', '-h', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** PostgreSQL refuses to run as root: then it runs as `postgres` or `nobody`. */
function unprivilegedIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('running as root, and there is neither a user postgres nor nobody to run PostgreSQL as')
}
