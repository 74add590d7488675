import { expect, test } from 'vitest'
import { BREAKER_FAILURES_MAX, BREAKER_PAUSE_MS, type Breaker, createBreaker } from './breaker.ts'

function setUp() {
  let nowMs = 1_000_000
  const breaker = createBreaker({ clock: { now: () => new Date(nowMs) } })
  return {
    breaker,
    advance: (ms: number) => {
      nowMs += ms
    },
  }
}

const call = (breaker: Breaker, failed: boolean) => breaker.begin()(failed)
function fail(breaker: Breaker, times: number): void {
  for (let i = 0; i < times; i++) call(breaker, true)
}

test('allows one failure less than the limit, and refuses at the limit', () => {
  const { breaker } = setUp()
  fail(breaker, BREAKER_FAILURES_MAX - 1)
  expect(breaker.allows()).toBe(true)
  fail(breaker, 1)
  expect(breaker.allows()).toBe(false)
})

test('an answer in between restarts the count', () => {
  const { breaker } = setUp()
  fail(breaker, BREAKER_FAILURES_MAX - 1)
  call(breaker, false)
  fail(breaker, BREAKER_FAILURES_MAX - 1)
  expect(breaker.allows()).toBe(true)
})

test('refuses for the whole pause and allows again at its end', () => {
  const { breaker, advance } = setUp()
  fail(breaker, BREAKER_FAILURES_MAX)
  advance(BREAKER_PAUSE_MS - 1)
  expect(breaker.allows()).toBe(false)
  advance(1)
  expect(breaker.allows()).toBe(true)
})

test('lets one call probe after the pause, and nobody else until it has ended', () => {
  const { breaker, advance } = setUp()
  fail(breaker, BREAKER_FAILURES_MAX)
  advance(BREAKER_PAUSE_MS)
  const endProbe = breaker.begin()
  expect(breaker.allows()).toBe(false)
  endProbe(false)
  expect(breaker.allows()).toBe(true)
})

test('a probe that fails starts another pause', () => {
  const { breaker, advance } = setUp()
  fail(breaker, BREAKER_FAILURES_MAX)
  advance(BREAKER_PAUSE_MS)
  fail(breaker, 1)
  expect(breaker.allows()).toBe(false)
  advance(BREAKER_PAUSE_MS)
  expect(breaker.allows()).toBe(true)
})

test('still takes calls while it refuses, and closes at once when one is answered', () => {
  const { breaker } = setUp()
  fail(breaker, BREAKER_FAILURES_MAX + 3)
  call(breaker, false)
  expect(breaker.allows()).toBe(true)
})

test('a clock that is set back does not keep it open', () => {
  const { breaker, advance } = setUp()
  fail(breaker, BREAKER_FAILURES_MAX)
  advance(-60_000)
  expect(breaker.allows()).toBe(true)
})
