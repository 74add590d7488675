import { beforeEach, describe, expect, it } from 'vitest'
import { type SteadyClock, steadyClock } from './clock.ts'

const START_MS = Date.parse('2026-11-21T11:00:00.000Z')
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe('the clock of a process', () => {
  let wallMs: number
  let monotonicMs: number
  let clock: SteadyClock
  beforeEach(() => {
    wallMs = START_MS
    monotonicMs = 5_000
    clock = steadyClock({ wallMs: () => wallMs, monotonicMs: () => monotonicMs })
  })

  const nowMs = () => clock.now().getTime()
  /** Lets time pass; `setByMs` is how far somebody sets the machine's clock meanwhile. */
  function pass(ms: number, setByMs = 0): void {
    monotonicMs += ms
    wallMs += ms + setByMs
  }

  it('is the machine’s own while nobody sets that', () => {
    for (let i = 1; i <= 100; i++) {
      pass(1_000)
      expect(nowMs()).toBe(START_MS + i * 1_000)
    }
    expect(clock.stepMs()).toBe(0)
  })

  it('follows what is less than a second, and never goes back', () => {
    pass(10_000, 999)
    expect(nowMs()).toBe(START_MS + 10_999)
    pass(500, -999)
    expect(nowMs()).toBe(START_MS + 10_999)
    pass(1_000)
    expect(nowMs()).toBe(START_MS + 11_500)
  })

  it.each([
    ['a second ahead', 1_000],
    ['a second back', -1_000],
    ['ten minutes back', -10 * MINUTE_MS],
    ['a day ahead', DAY_MS],
  ])('goes on at its own pace when the machine’s is set %s, until it is told to follow', (_, setByMs) => {
    pass(5_000, setByMs)
    expect(nowMs()).toBe(START_MS + 5_000)
    pass(5_000)
    expect(nowMs()).toBe(START_MS + 10_000)
    expect(clock.stepMs()).toBe(setByMs)
    clock.follow()
    expect(nowMs()).toBe(START_MS + 10_000 + setByMs)
    expect(clock.stepMs()).toBe(0)
  })

  it('agrees again when the machine’s clock is set and set back', () => {
    pass(1_000, DAY_MS)
    expect(nowMs()).toBe(START_MS + 1_000)
    pass(3_000, -DAY_MS)
    expect(nowMs()).toBe(START_MS + 4_000)
    expect(clock.stepMs()).toBe(0)
  })

  it('gives out dates that are the caller’s own', () => {
    clock.now().setTime(0)
    expect(nowMs()).toBe(START_MS)
  })
})
