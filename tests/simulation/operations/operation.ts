import type { Simulation } from '#tests/simulation/simulation.ts'

/** Something that can happen. What it answers stands in the trace, so it must not name what no seed repeats. */
export type Operation = {
  readonly name: string
  /** How often it is chosen, compared with the others. */
  readonly weight: number
  run(simulation: Simulation): Promise<string>
}

export const NOBODY = 'nobody can yet'
