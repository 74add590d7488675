import type { FastifyRateLimitStore } from '@fastify/rate-limit'

/** Windows kept at once, the least recently used going first. */
const WINDOWS_MAX = 5_000

type Counted = Parameters<Parameters<FastifyRateLimitStore['incr']>[1]>[1]
type Window = { readonly count: number; readonly endsAtMs: number }

/**
 * Counts requests in windows of the monotonic clock. The plugin's own store goes by the machine's: if that one is set back, a
 * window lasts as long as it was ahead, and everyone in it is refused.
 */
export class WindowStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>()

  incr(key: string, done: (error: null, counted: NonNullable<Counted>) => void, windowMs: number): void {
    const nowMs = performance.now()
    const open = this.#windows.get(key)
    const window =
      open === undefined || open.endsAtMs <= nowMs
        ? { count: 1, endsAtMs: nowMs + windowMs }
        : { ...open, count: open.count + 1 }
    this.#windows.delete(key)
    this.#windows.set(key, window)
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > WINDOWS_MAX && oldest !== undefined) this.#windows.delete(oldest)
    // The plugin rounds up to seconds: a trace too much would be one more.
    done(null, { current: window.count, ttl: Math.floor(window.endsAtMs - nowMs) })
  }

  /** Each route that has a limit of its own counts by itself. */
  child(): WindowStore {
    return new WindowStore()
  }
}
