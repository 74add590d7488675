import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { findPostgresFolder } from '#tests/support/postgres.ts'

const run = promisify(execFile)
const THREADS = 2
export const TPC_B_SCALE = 10

async function pgbench(args: readonly string[]): Promise<string> {
  const { stdout } = await run(path.join(findPostgresFolder() ?? '', 'pgbench'), args)
  return stdout
}

/** Fills a database with pgbench's own tables. */
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
