import type { FastifyRateLimitStore } from '@fastify/rate-limit'

/** Most windows kept; the least recently used go first. */
const WINDOWS_MAX = 5_000

type Counted = Parameters<Parameters<FastifyRateLimitStore['incr']>[1]>[1]
type Window = { readonly count: number; readonly endsAtMs: number }

/**
 * Counts requests in windows of the monotonic clock. The plugin's store uses the machine's clock: if that is set back,
 * a window lasts as much longer, and everyone in it is refused.
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
    // Rounded down, because the plugin rounds up to seconds: any fraction would add one.
    done(null, { current: window.count, ttl: Math.floor(window.endsAtMs - nowMs) })
  }

  /** Each route with its own limit counts separately. */
  child(): WindowStore {
    return new WindowStore()
  }
}
