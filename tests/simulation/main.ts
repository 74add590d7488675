import { fork } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type DatabaseKind, POSTGRES_URL_VARIABLE } from '#tests/support/databases.ts'
import setUp from '#tests/support/global-setup.ts'
import { helpFor } from '../../scripts/lib/help.js'
import type { Task } from './one-seed.ts'
import { lineOf, replayOf, summaryOf } from './report.ts'
import type { Run } from './run.ts'

helpFor(`npm run simulate: worlds in which people pay, providers fail and processes die, each from one seed.

  --seeds 1            how many worlds, from --first-seed 1
  --seed 7             one seed, named
  --ops 10000          operations in each world
  --jobs 1             worlds at the same time
  --database postgres  otherwise the embedded database
  --trace              prints every step

docs/why/simulation.md explains what is checked. Ends with 1 if anything was violated.`)

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    'first-seed': { type: 'string', default: '1' },
    /** Runs one given seed. */
    seed: { type: 'string' },
    ops: { type: 'string', default: '10000' },
    jobs: { type: 'string', default: '1' },
    database: { type: 'string' },
    /** Prints every step. */
    trace: { type: 'boolean', default: false },
  },
})
const first = whole('first-seed', values.seed ?? values['first-seed'])
const seeds = Array.from({ length: values.seed === undefined ? whole('seeds', values.seeds) : 1 }, (_, n) => first + n)
const operations = whole('ops', values.ops)

// Its PostgreSQL ends with this process.
await setUp()
const database = databaseFrom(values.database)
const left = [...seeds]
const runs: Run[] = []
await Promise.all(Array.from({ length: Math.min(whole('jobs', values.jobs), seeds.length) }, work))
say(summaryOf(runs))
process.exit(runs.some((run) => run.violations.length > 0) ? 1 : 0)

/** Runs one seed after another, each in a process of its own, so that none inherits any state. */
async function work(): Promise<void> {
  for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
    const run = await runElsewhere({ seed, operations, database, trace: values.trace })
    runs.push(run)
    say(lineOf(run))
    if (run.violations.length === 0) continue
    say(`first seen at operation ${run.firstAt}:`)
    for (const violation of run.violations) say(`  ${violation}`)
    say(`again: ${replayOf({ seed, operations, database })}`)
  }
}

function runElsewhere(task: Task): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, 'one-seed.ts'))
    child.on('message', (message: Run | string) => (typeof message === 'string' ? say(message) : resolve(message)))
    child.on('exit', (code) => reject(new Error(`the process of seed ${task.seed} ended with ${code}`)))
    child.send(task)
  })
}

/** The faster database, unless another is requested. */
function databaseFrom(text: string | undefined): DatabaseKind {
  const hasPostgres = process.env[POSTGRES_URL_VARIABLE] !== undefined
  if (text === undefined) return hasPostgres ? 'postgres' : 'pglite'
  if (text === 'pglite' || (text === 'postgres' && hasPostgres)) return text
  throw new Error(`--database: pglite, or postgres where it is installed, not "${text}"`)
}

function whole(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new Error(`--${name}: a whole number is needed, not "${text}"`)
}
