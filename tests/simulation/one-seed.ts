import type { DatabaseKind } from '#tests/support/databases.ts'
import { simulationDatabase } from './database.ts'
import { runSimulation } from './run.ts'

/** The task of one seed's process. It sends back the lines of the trace, if wanted, and then the run. */
export type Task = {
  readonly seed: number
  readonly operations: number
  readonly database: DatabaseKind
  readonly trace: boolean
}

process.once('message', async ({ seed, operations, database: kind, trace }: Task) => {
  const { database, drop } = await simulationDatabase(kind)
  const onLine = trace ? { onLine: (line: string) => process.send?.(line) } : {}
  const run = await runSimulation({ seed, operations, database, ...onLine })
  await drop()
  process.send?.(run, () => process.exit(0))
})
