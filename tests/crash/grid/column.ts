import type { Deps } from '#server/deps.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Point } from '#tests/support/mortal.ts'
import type { Person } from '#tests/support/person.ts'

/** One way a provider can behave: the faults it acts out, and what is decided there later. */
export type Answer = {
  readonly name: string
  readonly faults: readonly Fault[]
  /** How an order that stays open at the provider is finally decided. */
  readonly decided?: 'paid' | 'failed' | 'reversed'
  /** Further differences that only the column knows. */
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

/** A cell's state before anything can crash. */
export type Scene = { readonly jara: TestJara; readonly ada: Person; readonly number: number; readonly answer: Answer }

/** One kind of money movement, from start to end, whatever dies in between. */
export type Column = {
  readonly name: string
  readonly answers: readonly Answer[]
  /** The named steps at which it can die. */
  readonly steps: readonly string[]
  /** Background work of a process that plays no part in this. */
  readonly idleWork: readonly string[]
  /** When its cells begin, ms after midnight UTC; by default noon in Lagos. */
  readonly beginsAtMs?: number
  /** The jumps of its clock, ms, if they differ from the usual ones. */
  readonly jumpsMs?: readonly number[]
  /** From which point on the process may die, if only a later part is tested. */
  readonly isLate?: (points: readonly Point[]) => boolean
  /** How many points count with the first, plain answer. */
  readonly points: number
  /** The nightly run takes one in this number of the points that count; for columns with few points. */
  readonly oneIn?: number
  /** Prepares what happens before the first point: a quote, or a payment on its way. */
  open(scene: Scene): Promise<Case>
}

/** One movement of money in one cell. */
export type Case = {
  /** The command or message that starts it; a person or provider repeats it until answered. */
  begin(deps: Deps): Promise<void>
  /** What the outside world does after this much time. */
  outside(passedMs: number): Promise<void>
  /** True if no further action is needed: at the provider and here everything has ended. */
  isAtRest(): Promise<boolean>
  /** The named step at which a process with these points has died. */
  step(points: readonly Point[]): Promise<string>
  /** What is wrong now. Empty if the books match what happened outside, once, to the kobo. */
  wrong(): Promise<string[]>
}

/** How long after a failure a payment goes through after all, and then comes back; a later check sees each change. */
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
