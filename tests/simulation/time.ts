import type { Clock } from '#server/platform/clock.ts'

/** The simulated clock, and everything that waits for it. Nothing ever waits for the real clock. */
export type Time = Clock & {
  readonly nowMs: number
  sleep(ms: number): Promise<void>
  /**
   * Advances the clock. Sleepers wake one after another, each at its own time; `settle` runs after each until all work
   * that follows is done.
   */
  pass(ms: number, settle: () => Promise<void>): Promise<void>
}

type Sleeper = { readonly atMs: number; readonly wake: () => void }

/** When the simulated clock starts: a morning in Lagos, so that a run reaches midnight only when time jumps. */
export const START_MS = Date.parse('2026-11-21T07:00:00.000Z')

export function createTime(): Time {
  let nowMs = START_MS
  /** Earliest first; at the same instant, in the order they went to sleep. */
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
