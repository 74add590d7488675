import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { findPostgresFolder } from '#tests/support/postgres.ts'
import { quantile } from './report.ts'

const run = promisify(execFile)
const THREADS = 2
export const TPC_B_SCALE = 10

async function pgbench(args: readonly string[]): Promise<string> {
  const { stdout } = await run(path.join(findPostgresFolder() ?? '', 'pgbench'), args)
  return stdout
}

/** Creates and fills pgbench's own tables. */
export async function prepareTpcB(url: string): Promise<void> {
  await pgbench(['-i', '-q', '-s', String(TPC_B_SCALE), url])
}

/** Transactions per second of pgbench's built-in TPC-B, or of a script. */
export async function transactionsPerSecond(of: {
  url: string
  clients: number
  seconds: number
  script?: string
}): Promise<number> {
  const timed = ['-n', '-c', String(of.clients), '-j', String(THREADS), '-T', String(of.seconds)]
  const output = await pgbench([...timed, ...(of.script === undefined ? [] : ['-f', of.script]), of.url])
  const [, rate] = /^tps = ([\d.]+)/m.exec(output) ?? []
  if (rate === undefined) throw new Error(`pgbench said no rate: ${output}`)
  return Number(rate)
}

/**
 * Latencies of TPC-B at a fixed rate, ms, counted from when each transaction was due, whether or not earlier ones are
 * done. pgbench draws the intervals at random, so some are due together. Each of its threads leaves a log in the
 * folder.
 */
export async function latenciesAt(of: {
  url: string
  clients: number
  perSecond: number
  seconds: number
  folder: string
}): Promise<{ p50Ms: number; p99Ms: number }> {
  const logs = fs.mkdtempSync(path.join(of.folder, 'pgbench-'))
  const timed = ['-n', '-c', String(of.clients), '-j', String(THREADS), '-T', String(of.seconds)]
  await pgbench([
    ...timed,
    '-R',
    String(Math.round(of.perSecond)),
    '-l',
    '--log-prefix',
    path.join(logs, 'log'),
    of.url,
  ])
  const lines = fs
    .readdirSync(logs)
    .flatMap((name) => fs.readFileSync(path.join(logs, name), 'utf8').trim().split('\n'))
  // client, transaction, latency in µs, and more
  const ofAll = quantile(lines.map((line) => Number(line.split(' ')[2]) / 1_000))
  return { p50Ms: ofAll(0.5), p99Ms: ofAll(0.99) }
}
