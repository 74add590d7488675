import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import type { TimeReference } from './heard-times.ts'

/** The verdict on a clock. */
export type Judgement = {
  /** The machine's clock was set and is right, so it should be followed. */
  readonly isStepRight: boolean
  /** Sources that contradict the resulting clock by more than CLOCK_BOUND_MS. Empty: the clock can be relied on. */
  readonly against: readonly TimeReference[]
}

/**
 * Judges this process's clock, and the machine's clock if it was set meanwhile, by the times that other sources give.
 * Without any source, the machine's clock is right. A tie counts as wrong: one more suspension costs less than payments
 * decided at a wrong time.
 */
export function judgeClock(of: { nowMs: number; stepMs: number; references: readonly TimeReference[] }): Judgement {
  const { nowMs, stepMs, references } = of
  const against = (atMs: number) => references.filter((each) => !agrees(each, atMs))
  const isStepRight = stepMs !== 0 && against(nowMs + stepMs).length <= against(nowMs).length
  const opposed = against(isStepRight ? nowMs + stepMs : nowMs)
  return { isStepRight, against: opposed.length * 2 >= references.length ? opposed : [] }
}

function agrees({ earliestMs, latestMs }: TimeReference, atMs: number): boolean {
  return latestMs >= atMs - CLOCK_BOUND_MS && earliestMs <= atMs + CLOCK_BOUND_MS
}
