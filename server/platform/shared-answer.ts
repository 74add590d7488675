import type { Clock } from './clock.ts'

/**
 * Asks at most once at a time, for everybody who waits, and gives the same answer, good or bad, for `keptMs` after it came.
 * However many ask, and however often, what is asked bears the load of one.
 */
export function sharedAnswer<T>(
  clock: Clock,
  { ask, keptMs }: { readonly ask: () => Promise<T>; readonly keptMs: (tookMs: number) => number },
): () => Promise<T> {
  let answer: Promise<T> | null = null
  let goodUntilMs = 0
  return () => {
    if (answer !== null && clock.now().getTime() < goodUntilMs) return answer
    goodUntilMs = Number.POSITIVE_INFINITY
    const startedMs = performance.now()
    answer = ask().finally(() => {
      goodUntilMs = clock.now().getTime() + keptMs(performance.now() - startedMs)
    })
    return answer
  }
}
