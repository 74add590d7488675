import type { Clock } from '#server/platform/clock.ts'

/** The simulated clock, and everything that waits for an instant on it. Nothing ever waits for the real one. */
export type Time = Clock & {
  readonly nowMs: number
  sleep(ms: number): Promise<void>
  /**
   * Moves the clock on. Whatever wakes on the way does so at its own instant, one after the other; `settle` runs after
   * each, until all that follows from it is done.
   */
  pass(ms: number, settle: () => Promise<void>): Promise<void>
}

type Sleeper = { readonly atMs: number; readonly wake: () => void }

/** Where the simulated clock begins: a morning in Lagos, so that a run sees a midnight only when its time jumps. */
export const START_MS = Date.parse('2026-11-21T07:00:00.000Z')

export function createTime(): Time {
  let nowMs = START_MS
  /** Earliest first; of those at the same instant, the one that went to sleep first. */
  const sleepers: Sleeper[] = []
  return {
    get nowMs() {
      return nowMs
    },
    now: () => new Date(nowMs),
    sleep: (ms) =>
      new Promise((wake) => {
        const atMs = nowMs + ms
        let place = sleepers.length
        while (place > 0 && (sleepers[place - 1]?.atMs ?? 0) > atMs) place--
        sleepers.splice(place, 0, { atMs, wake })
      }),
    async pass(ms, settle) {
      const untilMs = nowMs + ms
      for (let next = sleepers[0]; next !== undefined && next.atMs <= untilMs; next = sleepers[0]) {
        sleepers.shift()
        nowMs = next.atMs
        next.wake()
        await settle()
      }
      nowMs = untilMs
    },
  }
}
