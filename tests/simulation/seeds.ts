import { afterEach, describe, expect, it } from 'vitest'
import { databaseKinds } from '#tests/support/databases.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'
import { type SimulationDatabase, simulationDatabase } from './database.ts'
import { replayOf } from './report.ts'
import { runSimulation } from './run.ts'

/** The faster database. SIMULATE_SEEDS and SIMULATE_OPERATIONS make runs longer; `npm run simulate` runs long ones. */
const KIND = databaseKinds.at(-1) ?? 'pglite'
const SEEDS = Number(process.env.SIMULATE_SEEDS ?? (IS_NIGHTLY ? 10 : 0))
const OPERATIONS = Number(process.env.SIMULATE_OPERATIONS ?? (IS_NIGHTLY ? 2_000 : 600))

/** One extra seed, new each day in UTC: 20261124. A failing run prints its seed, which repeats it. */
const SEED_OF_THE_DAY = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))

/** Every second seed, starting from the first or the second: two files share them, so that two workers run them. */
export function simulateEverySecond(first: 1 | 2): void {
  describe('a simulated world of people, providers and crashes', { timeout: 3_600_000 }, () => {
    let fresh: SimulationDatabase
    afterEach(() => fresh.drop())

    const all = [...Array.from({ length: SEEDS }, (_, index) => index + 1), SEED_OF_THE_DAY]
    const seeds = all.filter((_, index) => index % 2 === first - 1)
    it.each(seeds)('keeps every kobo and every promise: seed %i', async (seed) => {
      fresh = await simulationDatabase(KIND)
      const { violations } = await runSimulation({ seed, operations: OPERATIONS, database: fresh.database })
      expect(violations, replayOf({ seed, operations: OPERATIONS, database: KIND })).toEqual([])
    })
  })
}
