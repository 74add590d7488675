import type { Deps } from '#server/deps.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Point } from '#tests/support/mortal.ts'
import type { Person } from '#tests/support/person.ts'

/** One way a provider can behave: the faults it is told to act out, and what is decided later on its side. */
export type Answer = {
  readonly name: string
  readonly faults: readonly Fault[]
  /** For what stays open at the provider until somebody decides: how it ends. */
  readonly decided?: 'paid' | 'failed' | 'reversed'
  /** Further differences, known to the column alone. */
  readonly variant?: string
}

export type Fault = {
  readonly provider?: 'paystack' | 'vtpass'
  readonly operation: string
  readonly fault: string
  readonly count?: number
  readonly delayMs?: number
  readonly code?: string
  readonly status?: string
  readonly done?: boolean
}

/** What a cell has before anything of it can crash. */
export type Scene = { readonly jara: TestJara; readonly ada: Person; readonly number: number; readonly answer: Answer }

/** One kind of money movement, from its beginning to its end, whatever dies in between. */
export type Column = {
  readonly name: string
  readonly answers: readonly Answer[]
  /** The named steps that it can die at. */
  readonly steps: readonly string[]
  /** Everything a process does by itself that has no part in this. */
  readonly idleWork: readonly string[]
  /** When its cells begin, ms after midnight UTC, where that is not noon in Lagos. */
  readonly beginsAtMs?: number
  /** How time goes on in them, ms by ms, where it is not as for all others. */
  readonly jumpsMs?: readonly number[]
  /** From which point on the process may die, where only a later part of it is its subject. */
  readonly isLate?: (points: readonly Point[]) => boolean
  /** How many points count with the plain answer, the first one. */
  readonly points: number
  /** The nightly run takes one in this number of the points that count; for columns with few points. */
  readonly oneIn?: number
  /** Makes what happens before the first point: a quote, or money on its way. */
  open(scene: Scene): Promise<Case>
}

/** One movement of money in one cell. */
export type Case = {
  /** The command or message that begins it, as a person or provider repeats it until it is answered. */
  begin(deps: Deps): Promise<void>
  /** After time has passed: what the world outside does by then. */
  outside(passedMs: number): Promise<void>
  /** True when nothing more has to happen: at the provider everything has come to its end, and here too. */
  isAtRest(): Promise<boolean>
  /** The named step at which a process that has done all this has died. */
  step(points: readonly Point[]): Promise<string>
  /** What is wrong now. Empty when the books say what happened outside, once, to the kobo. */
  wrong(): Promise<string[]>
}

/** How long after a failure it goes through all the same, and then comes back: each is seen by the look back after it. */
export const LATER_MS = 8 * 60_000

/** Waiting is kept short: the cells are many. */
const SLOW_MS = 20

/** Each fault once on the calls of one operation, as answers by their names. */
export function answersOf(
  provider: 'paystack' | 'vtpass',
  operation: string,
  faults: readonly (string | Omit<Fault, 'operation' | 'provider'>)[],
  more: Pick<Answer, 'decided'> = {},
): Answer[] {
  return faults.map((each) => {
    const fault = typeof each === 'string' ? { fault: each } : each
    const delay = fault.fault === 'slow' ? { delayMs: SLOW_MS } : {}
    const word = [fault.fault, fault.code, fault.status, fault.done === true ? 'done' : '', more.decided]
    return {
      name: `${operation}: ${word.filter((part) => part !== undefined && part !== '').join(' ')}`,
      faults: [{ provider, operation, ...delay, ...fault }],
      ...more,
    }
  })
}
