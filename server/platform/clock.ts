/** Time in one place, so that tests and simulations own it. */
export type Clock = { now(): Date }

/** Longest difference between two clocks, or a clock and another's written time, before it counts as wrong, ms. */
export const CLOCK_BOUND_MS = 2 * 60_000

/**
 * Whether that instant was less than `ms` ago. False for one in the future: the clock was set back since, so the age is
 * unknown.
 */
export function isWithin(atMs: number, ms: number, nowMs: number): boolean {
  return nowMs >= atMs && nowMs - atMs < ms
}

/** A machine's clock this far off was set, ms: nothing drifts so far between two reads. */
const STEP_MIN_MS = 1_000

/** This process's clock: the machine's own, except for changes made to it while the process runs. */
export type SteadyClock = Clock & {
  /** How far the machine's clock was set ahead of this one, ms; negative when behind, 0 while they agree. */
  stepMs(): number
  /** Trusts the machine's clock from now on. The only way this clock may go back. */
  follow(): void
}

/**
 * A clock that nobody can set: when the machine's clock jumps, it continues at its own pace until the caller has judged
 * which of the two is right. It follows small steps, but never backwards.
 */
export function steadyClock(of: { wallMs: () => number; monotonicMs: () => number }): SteadyClock {
  let lastMs = of.wallMs()
  let lastMonotonicMs = of.monotonicMs()

  function look(): { nowMs: number; stepMs: number } {
    const monotonicMs = of.monotonicMs()
    const wallMs = of.wallMs()
    const expectedMs = lastMs + (monotonicMs - lastMonotonicMs)
    const stepMs = wallMs - expectedMs
    const isStep = Math.abs(stepMs) >= STEP_MIN_MS
    lastMs = isStep ? expectedMs : Math.max(lastMs, wallMs)
    lastMonotonicMs = monotonicMs
    return { nowMs: lastMs, stepMs: isStep ? stepMs : 0 }
  }
  return {
    now: () => new Date(look().nowMs),
    stepMs: () => look().stepMs,
    follow() {
      lastMs = of.wallMs()
      lastMonotonicMs = of.monotonicMs()
    },
  }
}
