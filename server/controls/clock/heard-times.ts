import type { HeardTime } from '#server/providers/provider-http.ts'

/** The range in which the current time lies according to a source, ms since 1970. */
export type TimeReference = { readonly source: string; readonly earliestMs: number; readonly latestMs: number }

/** Times heard from others, kept by the machine's monotonic clock, which nobody can set. */
export type HeardTimes = {
  /** Returns the function through which a provider's adapter reports its time. */
  hearFrom(source: string): (heard: HeardTime) => void
  /** The current time according to each source heard since that monotonic instant. */
  since(monotonicMs: number): TimeReference[]
}

/** An HTTP `Date` header counts whole seconds. */
const DATE_STEP_MS = 1_000

/** Remembers the newest time of each source. Calls `onNewSource` when a source is heard for the first time. */
export function heardTimes(monotonicMs: () => number, onNewSource: () => void = () => undefined): HeardTimes {
  const newest = new Map<string, HeardTime & { readonly receivedAtMs: number }>()
  return {
    hearFrom: (source) => (heard) => {
      const isNew = !newest.has(source)
      newest.set(source, { ...heard, receivedAtMs: monotonicMs() })
      if (isNew) onNewSource()
    },
    since(sinceMs) {
      const nowMs = monotonicMs()
      return [...newest]
        .filter(([, { receivedAtMs }]) => receivedAtMs >= sinceMs)
        .map(([source, { dateMs, tookMs, receivedAtMs }]) => {
          const passedMs = nowMs - receivedAtMs
          return { source, earliestMs: dateMs + passedMs, latestMs: dateMs + DATE_STEP_MS + tookMs + passedMs }
        })
    },
  }
}
