import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WindowStore } from './window-store.ts'

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-22T11:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function count(store: WindowStore, key = 'ada'): { current: number; ttl: number } {
  let counted = { current: 0, ttl: 0 }
  const keep = (_: null, result: typeof counted) => {
    counted = result
  }
  store.incr(key, keep, MINUTE_MS)
  return counted
}

it('counts what comes in a window, and begins another one when that is over', () => {
  const store = new WindowStore()
  expect(count(store)).toEqual({ current: 1, ttl: MINUTE_MS })
  vi.advanceTimersByTime(MINUTE_MS - 1)
  expect(count(store)).toEqual({ current: 2, ttl: 1 })
  expect(count(store, 'obi').current).toBe(1)
  vi.advanceTimersByTime(1)
  expect(count(store)).toEqual({ current: 1, ttl: MINUTE_MS })
})

it.each([-24 * 60, 24 * 60])('ends a window in its time when the clock is set by %i minutes', (minutes) => {
  const store = new WindowStore()
  count(store)
  vi.setSystemTime(Date.now() + minutes * MINUTE_MS)
  expect(count(store).current).toBe(2)
  vi.advanceTimersByTime(MINUTE_MS)
  expect(count(store).current).toBe(1)
})

it('counts apart for each route, and forgets whom it has not heard of for longest', () => {
  const store = new WindowStore()
  count(store)
  expect(count(store.child()).current).toBe(1)
  for (let i = 0; i < 4_999; i++) count(store, `address ${i}`)
  expect(count(store).current).toBe(2)
  count(store, 'one more')
  count(store, 'and one more')
  expect(count(store, 'address 0').current).toBe(1)
  expect(count(store).current).toBe(3)
})
