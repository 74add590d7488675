import { pbkdf2 } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { databaseKinds, featureDatabases } from '#tests/support/databases.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'
import { BROKEN } from './broken.ts'
import { type SimulationDatabase, simulationDatabase } from './database.ts'
import { type Run, type RunOptions, runSimulation } from './run.ts'

const KIND = databaseKinds.at(-1) ?? 'pglite'
/** The world to compare: people join it early and pay. */
const REPEATED = 4
/** Within these operations and the ending, every mistake must be noticed in some seed: some need a coincidence. */
const OPERATIONS = 600
/** Operations in the worlds that are compared with each other. */
const COMPARED = IS_NIGHTLY ? 120 : 60
/** Starts with a seed whose world contains the coincidences; earlier ones found nothing. */
const SEEDS = [5, 3, 4, 6, 7, 8, 1, 2]
/** Node's default number. */
const THREADS = 4
/** About ten milliseconds. */
const BUSY_ROUNDS = 30_000
/** The mistakes checked in every run; the nightly one checks all. */
const ALWAYS = Object.keys(BROKEN).slice(0, 3)

/** Keeps all of Node's other threads busy, so that their work is late, until the returned function is called. */
function occupyThreads(): () => void {
  let isOver = false
  const occupy = () => pbkdf2('busy', 'salt', BUSY_ROUNDS, 32, 'sha256', () => isOver || occupy())
  for (let thread = 0; thread < THREADS; thread++) occupy()
  return () => {
    isOver = true
  }
}

describe('the simulation', { timeout: 600_000 }, () => {
  let fresh: SimulationDatabase
  afterEach(() => fresh.drop())

  async function run(options: Omit<RunOptions, 'database'>, kind = KIND): Promise<Run> {
    fresh = await simulationDatabase(kind)
    return await runSimulation({ ...options, database: fresh.database })
  }

  const traces = new Map<string, string>()
  it.each(featureDatabases)('is the same again from its seed on %s', async (kind) => {
    const first = await run({ seed: REPEATED, operations: COMPARED }, kind)
    await fresh.drop()
    // The machine's load must not matter.
    const endBusyness = occupyThreads()
    const second = await run({ seed: REPEATED, operations: COMPARED }, kind).finally(endBusyness)
    expect(Object.keys(first.orders)).not.toEqual([])
    expect(second.traceHash).toBe(first.traceHash)
    expect(second.operations).toEqual(first.operations)
    traces.set(kind, first.traceHash)
  })

  it('is another one from another seed', async () => {
    const other = await run({ seed: REPEATED + 1, operations: COMPARED })
    expect(traces.has(KIND)).toBe(true)
    expect(other.traceHash).not.toBe(traces.get(KIND))
  })

  it('finds the statements to make wrong for every product that writes or reads something else', async () => {
    const rewriting = Object.entries(BROKEN).flatMap(([name, make]) => {
      const broken = make()
      return broken.madeWrong === undefined ? [] : [{ name, ...broken }]
    })
    // All in one world: each rewrites different statements.
    const database = (own: Database) => rewriting.reduce((over, broken) => broken.database?.(over) ?? over, own)
    await run({ seed: 1, operations: 120, broken: { database } })
    expect(rewriting.length).toBeGreaterThan(0)
    expect(rewriting.filter(({ madeWrong }) => madeWrong?.() === 0).map(({ name }) => name)).toEqual([])
  })

  // A property of the simulation, not the product: it can change only when the simulation does.
  it.each(IS_NIGHTLY ? Object.keys(BROKEN) : ALWAYS)('notices a product that %s', async (name) => {
    let noticedAt: number | null = null
    for (const seed of SEEDS) {
      if (seed !== SEEDS[0]) await fresh.drop()
      const broken = BROKEN[name]?.() ?? {}
      noticedAt = (await run({ seed, operations: OPERATIONS, broken, stopAtViolation: true })).firstAt
      if (noticedAt !== null) break
    }
    expect(noticedAt).not.toBeNull()
  })
})
