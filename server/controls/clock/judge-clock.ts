import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import type { TimeReference } from './heard-times.ts'

/** What is to be thought of a clock. */
export type Judgement = {
  /** The machine's clock was set, and is right: to be followed. */
  readonly isStepRight: boolean
  /** Those who say that the clock, which is then followed or not, is wrong by more than CLOCK_BOUND_MS. Empty: it may be relied on. */
  readonly against: readonly TimeReference[]
}

/**
 * Judges this process's clock, and the machine's where that was set meanwhile, by what others say the time is. Without anybody to
 * ask, the machine's is right. A clock is wrong when as many say so as say the opposite: one more stop costs less than payments
 * that were decided on at a wrong time.
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
