import { type Clock, isWithin } from './clock.ts'

/**
 * Asks at most once at a time, for everybody who waits, and gives the same answer, good or bad, for `keptMs` after it came.
 * However many ask, and however often, what is asked bears the load of one.
 */
export function sharedAnswer<T>(
  clock: Clock,
  { ask, keptMs }: { readonly ask: () => Promise<T>; readonly keptMs: (tookMs: number) => number },
): () => Promise<T> {
  let answer: Promise<T> | null = null
  /** Null: it has not come yet. */
  let came: { readonly atMs: number; readonly keptMs: number } | null = null
  return () => {
    if (answer !== null && (came === null || isWithin(came.atMs, came.keptMs, clock.now().getTime()))) return answer
    came = null
    const startedMs = performance.now()
    answer = ask().finally(() => {
      came = { atMs: clock.now().getTime(), keptMs: keptMs(performance.now() - startedMs) }
    })
    return answer
  }
}
