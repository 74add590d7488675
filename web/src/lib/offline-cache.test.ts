import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_LOCK_MS, SESSION_OPEN_MAX_MS } from '#contract/constants.ts'
import { emptyStorage } from '#tests/support/browser-storage.ts'
import {
  CACHED_DETAILS_MAX,
  cacheAnswer,
  cachedAnswers,
  cachedAt,
  clearCache,
  openCache,
  resumeCache,
  suspendCache,
  touchCache,
} from './offline-cache.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const wallet = { availableKobo: '20000000' }
let stored: Map<string, string>
let storedInTab: Map<string, string>

beforeEach(() => {
  stored = emptyStorage()
  storedInTab = emptyStorage('sessionStorage')
})
afterEach(() => vi.unstubAllGlobals())

/** The person unlocks at noon and the balance is read. */
function unlock(): void {
  openCache('usr_ada', NOON)
  cacheAnswer('wallet', wallet, NOON)
}

test('keeps an answer with the time it came', () => {
  unlock()
  expect(cachedAnswers(NOON + 60_000)).toEqual({ wallet: { at: NOON, data: wallet } })
  expect(cachedAt(NOON + 60_000)).toBe(NOON)
})

test('shows nothing once the wallet would have locked, and nothing of it is left in the browser', () => {
  unlock()
  expect(cachedAnswers(NOON + SESSION_LOCK_MS - 1)).toHaveProperty('wallet')
  expect(cachedAnswers(NOON + SESSION_LOCK_MS)).toEqual({})
  expect(stored.size).toBe(0)
})

test('each sign of the person keeps it open as long as a request keeps the session open', () => {
  unlock()
  for (let minute = 1; minute <= 20; minute++) touchCache(NOON + minute * 60_000)
  expect(cachedAnswers(NOON + 20 * 60_000 + SESSION_LOCK_MS - 1)).toHaveProperty('wallet')
  expect(cachedAnswers(NOON + 20 * 60_000 + SESSION_LOCK_MS)).toEqual({})
})

test('a sign that comes too late opens nothing again', () => {
  unlock()
  touchCache(NOON + SESSION_LOCK_MS)
  expect(cachedAnswers(NOON + SESSION_LOCK_MS)).toEqual({})
})

test('ends with the day at the latest, as the session locks then, however busy the person is', () => {
  unlock()
  for (let at = NOON; at < NOON + SESSION_OPEN_MAX_MS; at += 60_000) touchCache(at)
  expect(cachedAnswers(NOON + SESSION_OPEN_MAX_MS)).toEqual({})
})

test('a clock that was turned back opens nothing', () => {
  unlock()
  expect(cachedAnswers(NOON - 1)).toEqual({})
  expect(stored.size).toBe(0)
})

test('keeps nothing before somebody unlocked, and nothing after it was forgotten', () => {
  cacheAnswer('wallet', wallet, NOON)
  expect(stored.size).toBe(0)
  unlock()
  clearCache()
  expect(stored.size).toBe(0)
  cacheAnswer('wallet', wallet, NOON + 1)
  expect(stored.size).toBe(0)
})

test('another person finds nothing of the one before', () => {
  unlock()
  openCache('usr_bola', NOON + 1_000)
  expect(cachedAnswers(NOON + 1_000)).toEqual({})
})

test('keeps the last payments viewed and no others', () => {
  unlock()
  for (let each = 1; each <= CACHED_DETAILS_MAX + 3; each++) cacheAnswer(`transaction:${each}`, {}, NOON + each)
  const names = Object.keys(cachedAnswers(NOON + 1_000))
  expect(names).toContain('wallet')
  expect(names).toContain(`transaction:${CACHED_DETAILS_MAX + 3}`)
  expect(names).not.toContain('transaction:3')
  expect(names).toHaveLength(CACHED_DETAILS_MAX + 1)
})

test.each([
  ['no JSON', '{'],
  ['another shape', '{"userId":"usr_ada","openedAt":"noon","seenAt":1}'],
  ['a number', '7'],
])('what is stored as %s counts as nothing', (_, text) => {
  unlock()
  stored.set('jara.opened', text)
  expect(cachedAnswers(NOON)).toEqual({})
  unlock()
  stored.set('jara.answers', text)
  expect(cachedAnswers(NOON)).toEqual({})
})

test('a page that is left takes what it kept along: nobody else finds it, and the same tab finds it after a reload', () => {
  unlock()
  suspendCache()
  expect(cachedAnswers(NOON + 1_000)).toEqual({})
  expect([...stored.values()].join()).not.toContain('20000000')
  resumeCache(NOON + 1_000)
  expect(cachedAnswers(NOON + 1_000)).toEqual({ wallet: { at: NOON, data: wallet } })
  expect(storedInTab.size).toBe(0)
})

test.each([
  ['its five minutes are over', () => undefined, NOON + SESSION_LOCK_MS],
  ['it was locked in another tab', forgetInOtherTab, NOON + 1_000],
  ['it was locked and opened again there', () => openInOtherTab('usr_ada'), NOON + 1_000],
  ['another account is open there', () => openInOtherTab('usr_obi'), NOON + 1_000],
])('finds nothing again when %s', (_, meanwhile, now) => {
  unlock()
  suspendCache()
  meanwhile()
  resumeCache(now)
  expect(cachedAnswers(now)).toEqual({})
  expect(storedInTab.size).toBe(0)
})

test('what was set aside goes with a lock of the same tab, and newer answers of another one stay', () => {
  unlock()
  suspendCache()
  cacheAnswer('wallet', { availableKobo: '1' }, NOON + 500)
  resumeCache(NOON + 1_000)
  expect(cachedAnswers(NOON + 1_000)).toEqual({ wallet: { at: NOON + 500, data: { availableKobo: '1' } } })
  suspendCache()
  clearCache()
  expect([stored.size, storedInTab.size]).toEqual([0, 0])
})

/** A lock in another tab, which has a storage of its own. */
function forgetInOtherTab(): void {
  const mine = new Map(storedInTab)
  clearCache()
  for (const [key, value] of mine) storedInTab.set(key, value)
}

function openInOtherTab(userId: string): void {
  forgetInOtherTab()
  openCache(userId, NOON + 500)
}
