/** Failures to answer, one after the other, before new money out is refused. A decline is an answer. */
export const BREAKER_FAILURES_MAX = 5
/** How long after the last failure one call may try again. */
export const BREAKER_PAUSE_MS = 30_000

export type Breaker = {
  /** True while the provider is worth asking. After the pause it is true again until one call is trying (half-open). */
  allows(): boolean
  /** Runs a call and learns from it. Never refuses: what must be asked regardless (verifications) is asked. */
  run<Result>(work: () => Promise<Result>, failed: (result: Result) => boolean): Promise<Result>
}

export type BreakerOptions = {
  readonly clock: { now(): Date }
  readonly failuresMax?: number
  readonly pauseMs?: number
}

/**
 * Notices that a provider has stopped answering. Works on the injected clock alone, without timers:
 * time passes only when somebody asks. Any answer, even to a call sent long before, closes it.
 */
export function createBreaker(options: BreakerOptions): Breaker {
  const failuresMax = options.failuresMax ?? BREAKER_FAILURES_MAX
  const pauseMs = options.pauseMs ?? BREAKER_PAUSE_MS
  let failures = 0
  let lastFailureAtMs = 0
  let probing = false

  const isOpen = (): boolean => failures >= failuresMax
  function isPausing(): boolean {
    const sinceMs = options.clock.now().getTime() - lastFailureAtMs
    // A clock that was set back must not keep it open for longer than the pause.
    return sinceMs >= 0 && sinceMs < pauseMs
  }
  function learn(failed: boolean): void {
    failures = failed ? failures + 1 : 0
    if (failed) lastFailureAtMs = options.clock.now().getTime()
  }

  return {
    allows: () => !isOpen() || (!isPausing() && !probing),
    async run(work, failed) {
      const isProbe = isOpen() && !isPausing() && !probing
      if (isProbe) probing = true
      let hasFailed = true
      try {
        const result = await work()
        hasFailed = failed(result)
        return result
      } finally {
        learn(hasFailed)
        if (isProbe) probing = false
      }
    },
  }
}
