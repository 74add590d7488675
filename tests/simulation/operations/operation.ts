import type { Simulation } from '#tests/simulation/simulation.ts'

/** Something that can happen. Its result is written to the trace, so it must contain only what the seed determines. */
export type Operation = {
  readonly name: string
  /** How often it is chosen, relative to the others. */
  readonly weight: number
  run(simulation: Simulation): Promise<string>
}

export const NOBODY = 'nobody can yet'
