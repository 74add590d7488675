import { type Clock, isWithin } from './clock.ts'

/**
 * Runs `ask` at most once at a time, shares its outcome with all callers, and caches it, good or bad, for `keptMs`.
 * However many callers there are, the load is that of one.
 */
export function sharedAnswer<T>(
  clock: Clock,
  { ask, keptMs }: { readonly ask: () => Promise<T>; readonly keptMs: (tookMs: number) => number },
): () => Promise<T> {
  let answer: Promise<T> | null = null
  /** Null: no answer yet. */
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
