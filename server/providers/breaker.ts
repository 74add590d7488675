import type { Clock } from '#server/platform/clock.ts'

/** Unanswered calls in a row before new money out is refused. A decline is an answer. */
export const BREAKER_FAILURES_MAX = 5
/** How long after the last failure one call may try again, ms. */
export const BREAKER_PAUSE_MS = 30_000

export type Breaker = {
  /** True while the provider is worth asking. After the pause it is true again until one call is trying (half-open). */
  allows(): boolean
  /**
   * Starts a call. The returned function ends it, once, and records whether it failed. Never refuses: calls that must
   * be made (verifications) are made.
   */
  begin(): (failed: boolean) => void
}

/**
 * Detects that a provider has stopped answering. Uses the injected clock without timers, so time passes only when
 * somebody asks. Any answer, even to a call sent long before, closes the breaker.
 */
export function createBreaker({ clock }: { readonly clock: Pick<Clock, 'now'> }): Breaker {
  let failures = 0
  let lastFailureAtMs = 0
  let probing = false

  const isOpen = (): boolean => failures >= BREAKER_FAILURES_MAX
  function isPausing(): boolean {
    const sinceMs = clock.now().getTime() - lastFailureAtMs
    // A clock that was set back must not keep the breaker open beyond the pause.
    return sinceMs >= 0 && sinceMs < BREAKER_PAUSE_MS
  }
  function learn(failed: boolean): void {
    failures = failed ? failures + 1 : 0
    if (failed) lastFailureAtMs = clock.now().getTime()
  }

  return {
    allows: () => !isOpen() || (!isPausing() && !probing),
    begin() {
      const isProbe = isOpen() && !isPausing() && !probing
      if (isProbe) probing = true
      return (failed) => {
        learn(failed)
        if (isProbe) probing = false
      }
    },
  }
}
