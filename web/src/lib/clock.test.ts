import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyStorage } from '#tests/support/browser-storage.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let monotonic: number
let device: number
let stored: Map<string, string>

beforeEach(() => {
  monotonic = 1_000
  device = NOON
  stored = emptyStorage()
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic)
  vi.spyOn(Date, 'now').mockImplementation(() => device)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

// The next file of tests gets a clock of its own.
afterAll(() => vi.resetModules())

/** A page that opens now, on a phone whose clock says `at`. */
async function openPage(at: number) {
  device = at
  vi.resetModules()
  const clock = await import('./clock.ts')
  return {
    ...clock,
    /** The server's answer to a request sent `tookMs` ago. */
    answer: (serverAt: number, tookMs = 200) =>
      clock.setByAnswer(new Headers({ date: new Date(serverAt).toUTCString() }), monotonic - tookMs),
  }
}

function pass(ms: number): void {
  monotonic += ms
  device += ms
}

/** Timers and the monotonic clock stand still. */
function sleep(ms: number): void {
  device += ms
}

test.each([DAY_MS, -DAY_MS, 3 * MINUTE_MS, 0])(
  'goes by the server, however wrong the phone is (%d ms)',
  async (error) => {
    const page = await openPage(NOON + error)
    page.answer(NOON)
    pass(10 * MINUTE_MS)
    expect(Math.abs(page.serverNow() - (NOON + 10 * MINUTE_MS))).toBeLessThanOrEqual(1_200)
  },
)

test('does not move when somebody sets the phone', async () => {
  const page = await openPage(NOON)
  page.answer(NOON)
  const before = page.serverNow()
  device += DAY_MS
  expect(page.serverNow()).toBe(before)
  device -= 2 * DAY_MS
  expect(page.serverNow()).toBe(before)
})

test('never runs to and fro between answers that have whole seconds', async () => {
  const page = await openPage(NOON + DAY_MS)
  page.answer(NOON)
  let last = page.serverNow()
  for (let tick = 0; tick < 40; tick++) {
    pass(250)
    page.answer(Math.floor((NOON + (tick + 1) * 250) / 1_000) * 1_000)
    expect(page.serverNow() - last).toBeGreaterThanOrEqual(0)
    expect(page.serverNow() - last).toBeLessThanOrEqual(600)
    last = page.serverNow()
  }
})

test('catches up with the first answer after the phone slept', async () => {
  const page = await openPage(NOON)
  page.answer(NOON)
  sleep(60 * MINUTE_MS)
  page.answer(NOON + 60 * MINUTE_MS)
  expect(Math.abs(page.serverNow() - (NOON + 60 * MINUTE_MS))).toBeLessThanOrEqual(1_200)
})

test('counts the sleep of a phone without a network, and into every age', async () => {
  const page = await openPage(NOON)
  page.answer(NOON)
  const before = page.serverNow()
  sleep(60 * MINUTE_MS)
  expect(page.serverNow()).toBe(before)
  expect(page.latestNow()).toBe(before + 60 * MINUTE_MS)
  vi.stubGlobal('navigator', { onLine: false })
  expect(page.serverNow()).toBe(before + 60 * MINUTE_MS)
})

test('remembers the error of the phone for a start without a network, and forgets it once it is right', async () => {
  const page = await openPage(NOON + DAY_MS)
  page.answer(NOON)
  const next = await openPage(NOON + DAY_MS + MINUTE_MS)
  expect(Math.abs(next.serverNow() - (NOON + MINUTE_MS))).toBeLessThanOrEqual(1_200)
  device = NOON + 2 * MINUTE_MS
  next.answer(NOON + 2 * MINUTE_MS)
  expect(stored.size).toBe(0)
})

test('an answer without a date, or with an unreadable one, changes nothing', async () => {
  const page = await openPage(NOON)
  page.setByAnswer(new Headers(), 0)
  page.setByAnswer(new Headers({ date: 'soon' }), 0)
  expect(page.serverNow()).toBe(NOON)
})
