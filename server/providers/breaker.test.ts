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

const call = (breaker: Breaker, failed: boolean) =>
  breaker.run(
    async () => failed,
    (result) => result,
  )
async function fail(breaker: Breaker, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await call(breaker, true)
}

test('allows one failure less than the limit, and refuses at the limit', async () => {
  const { breaker } = setUp()
  await fail(breaker, BREAKER_FAILURES_MAX - 1)
  expect(breaker.allows()).toBe(true)
  await fail(breaker, 1)
  expect(breaker.allows()).toBe(false)
})

test('an answer in between starts the count anew', async () => {
  const { breaker } = setUp()
  await fail(breaker, BREAKER_FAILURES_MAX - 1)
  await call(breaker, false)
  await fail(breaker, BREAKER_FAILURES_MAX - 1)
  expect(breaker.allows()).toBe(true)
})

test('refuses for the whole pause and allows again at its end', async () => {
  const { breaker, advance } = setUp()
  await fail(breaker, BREAKER_FAILURES_MAX)
  advance(BREAKER_PAUSE_MS - 1)
  expect(breaker.allows()).toBe(false)
  advance(1)
  expect(breaker.allows()).toBe(true)
})

test('lets one call probe after the pause, and nobody else until it has ended', async () => {
  const { breaker, advance } = setUp()
  await fail(breaker, BREAKER_FAILURES_MAX)
  advance(BREAKER_PAUSE_MS)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = breaker.run(
    () => promise,
    (failed) => failed,
  )
  expect(breaker.allows()).toBe(false)
  resolve(false)
  await probe
  expect(breaker.allows()).toBe(true)
})

test('a probe that fails starts another pause', async () => {
  const { breaker, advance } = setUp()
  await fail(breaker, BREAKER_FAILURES_MAX)
  advance(BREAKER_PAUSE_MS)
  await fail(breaker, 1)
  expect(breaker.allows()).toBe(false)
  advance(BREAKER_PAUSE_MS)
  expect(breaker.allows()).toBe(true)
})

test('a probe that throws counts as failed and does not stay in the way', async () => {
  const { breaker, advance } = setUp()
  await fail(breaker, BREAKER_FAILURES_MAX)
  advance(BREAKER_PAUSE_MS)
  const probe = breaker.run(
    () => Promise.reject(new Error('broken')),
    () => false,
  )
  await expect(probe).rejects.toThrow('broken')
  expect(breaker.allows()).toBe(false)
  advance(BREAKER_PAUSE_MS)
  expect(breaker.allows()).toBe(true)
})

test('still runs calls while it refuses, and closes at once when one is answered', async () => {
  const { breaker } = setUp()
  await fail(breaker, BREAKER_FAILURES_MAX + 3)
  expect(await call(breaker, false)).toBe(false)
  expect(breaker.allows()).toBe(true)
})

test('a clock that is set back does not keep it open', async () => {
  const { breaker, advance } = setUp()
  await fail(breaker, BREAKER_FAILURES_MAX)
  advance(-60_000)
  expect(breaker.allows()).toBe(true)
})
