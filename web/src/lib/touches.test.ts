import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TOUCH_HEADER } from '#contract/constants.ts'
import { api } from './api.ts'
import { isDue, recordTouch, reportTouch, takeTouchHeaders } from './touches.ts'

const fetched = vi.fn(async (_path: string, _init: RequestInit) => new Response(null, { status: 204 }))
const touchesTold = () => fetched.mock.calls.filter(([, { headers }]) => new Headers(headers).has(TOUCH_HEADER)).length

let hour = Date.parse('2026-11-21T12:00:00Z')

/** Each test runs an hour after the one before, and keeps nothing of it. */
beforeEach(() => {
  hour += 60 * 60_000
  vi.useFakeTimers({ now: hour })
  vi.stubGlobal('fetch', fetched)
  takeTouchHeaders()
  vi.advanceTimersByTime(60_000)
  fetched.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a request says that there was a touch since the one before it, once', async () => {
  await api('POST', '/api/quotes', {})
  expect(touchesTold()).toBe(0)
  recordTouch()
  await api('POST', '/api/quotes', {})
  await api('GET', '/api/wallet').catch(() => undefined)
  expect(touchesTold()).toBe(1)
})

test('what a page asks by itself says nothing, however often', async () => {
  for (let minute = 0; minute < 10; minute++) {
    vi.advanceTimersByTime(60_000)
    await api('POST', '/api/transactions/search', {})
  }
  expect(touchesTold()).toBe(0)
})

test('touches are reported every ten seconds at most, and the last one is not forgotten', async () => {
  recordTouch()
  await api('POST', '/api/quotes', {})
  recordTouch()
  await api('POST', '/api/quotes', {})
  expect([touchesTold(), isDue()]).toEqual([1, false])
  vi.advanceTimersByTime(10_000)
  expect(isDue()).toBe(true)
  reportTouch()
  expect(fetched.mock.lastCall).toEqual(['/api/touch', { method: 'POST', keepalive: true }])
  expect(isDue()).toBe(false)
})

test('nothing is reported where nobody touched the page', () => {
  reportTouch()
  expect(fetched).not.toHaveBeenCalled()
})

test('a touch whose request did not arrive is reported with the next one', async () => {
  recordTouch()
  fetched.mockRejectedValueOnce(new TypeError('no network'))
  await api('POST', '/api/quotes', {}).catch(() => undefined)
  expect(takeTouchHeaders()).toEqual({ [TOUCH_HEADER]: '1' })

  vi.advanceTimersByTime(10_000)
  recordTouch()
  fetched.mockRejectedValueOnce(new TypeError('no network'))
  reportTouch()
  await vi.advanceTimersByTimeAsync(0)
  expect(isDue()).toBe(true)
})

test.each([429, 500, 503])('a touch that a server answered with %i is told again ten seconds later', async (status) => {
  recordTouch()
  fetched.mockResolvedValueOnce(new Response('{}', { status }))
  await api('POST', '/api/quotes', {}).catch(() => undefined)
  expect(isDue()).toBe(false)
  vi.advanceTimersByTime(10_000)
  expect(isDue()).toBe(true)

  fetched.mockResolvedValueOnce(new Response('{}', { status }))
  reportTouch()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isDue()).toBe(true)
  reportTouch()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isDue()).toBe(false)
})
