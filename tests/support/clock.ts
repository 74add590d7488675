import type { Clock } from '#server/platform/clock.ts'

/** A clock that stays still until a test moves it. */
export type TestClock = Clock & {
  advance(ms: number): void
  set(at: Date): void
}

/** Midday in Lagos, so that small steps stay inside one calendar day. */
const START = new Date('2026-11-21T11:00:00.000Z')

/** A settable clock. Each `now()` returns a new Date, so a caller that changes it changes nothing here. */
export function testClock(start: Date = START): TestClock {
  let nowMs = start.getTime()
  return {
    now: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms
    },
    set(at) {
      nowMs = at.getTime()
    },
  }
}
