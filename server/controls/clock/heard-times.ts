import type { HeardTime } from '#server/providers/provider-http.ts'

/** What a reference says the time is at one moment: somewhere in here, ms since 1970. */
export type TimeReference = { readonly source: string; readonly earliestMs: number; readonly latestMs: number }

/** The time that others gave, by the machine's monotonic clock, which nobody can set. */
export type HeardTimes = {
  /** The time a provider gave, as its adapter hands it over. */
  hearFrom(source: string): (heard: HeardTime) => void
  /** What each source heard since that monotonic instant says the time is now. */
  since(monotonicMs: number): TimeReference[]
}

/** An HTTP `Date` header counts whole seconds. */
const DATE_STEP_MS = 1_000

/** Remembers the newest time of each source. `onNewSource` is called when one is heard for the first time. */
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
