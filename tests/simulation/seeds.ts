import { afterEach, describe, expect, it } from 'vitest'
import { databaseKinds } from '#tests/support/databases.ts'
import { type SimulationDatabase, simulationDatabase } from './database.ts'
import { replayOf } from './report.ts'
import { runSimulation } from './run.ts'

/** The quicker one. SIMULATE_SEEDS and SIMULATE_OPERATIONS make these runs longer; `npm run simulate` makes them long. */
const KIND = databaseKinds.at(-1) ?? 'pglite'
const SEEDS = Number(process.env.SIMULATE_SEEDS ?? 10)
const OPERATIONS = Number(process.env.SIMULATE_OPERATIONS ?? 2_000)

/** Every second of the seeds, from the first or the second on: two files share them, so that two workers run them. */
export function simulateEverySecond(first: 1 | 2): void {
  describe('a simulated world of people, providers and crashes', { timeout: 3_600_000 }, () => {
    let fresh: SimulationDatabase
    afterEach(() => fresh.drop())

    const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1).filter((seed) => seed % 2 === first % 2)
    it.each(seeds)('keeps every kobo and every promise: seed %i', async (seed) => {
      fresh = await simulationDatabase(KIND)
      const { violations } = await runSimulation({ seed, operations: OPERATIONS, database: fresh.database })
      expect(violations, replayOf({ seed, operations: OPERATIONS, database: KIND })).toEqual([])
    })
  })
}
