import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_LOCK_MS, SESSION_OPEN_MAX_MS } from '#contract/constants.ts'
import { emptyStorage } from '#tests/support/browser-storage.ts'
import { forgetKept, KEPT_DETAILS_MAX, keepAnswer, keepOpened, keepSeen, keptAnswers, keptAt } from './kept.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const wallet = { availableKobo: '20000000' }
let stored: Map<string, string>

beforeEach(() => {
  stored = emptyStorage()
})
afterEach(() => vi.unstubAllGlobals())

/** The person unlocks at noon and the balance is read. */
function unlock(): void {
  keepOpened('usr_ada', NOON)
  keepAnswer('wallet', wallet, NOON)
}

test('keeps an answer with the time it came', () => {
  unlock()
  expect(keptAnswers(NOON + 60_000)).toEqual({ wallet: { at: NOON, data: wallet } })
  expect(keptAt(NOON + 60_000)).toBe(NOON)
})

test('shows nothing once the wallet would have locked by itself, and nothing of it is left in the browser', () => {
  unlock()
  expect(keptAnswers(NOON + SESSION_LOCK_MS - 1)).toHaveProperty('wallet')
  expect(keptAnswers(NOON + SESSION_LOCK_MS)).toEqual({})
  expect(stored.size).toBe(0)
})

test('each sign of the person keeps it open as long as a request keeps the session open', () => {
  unlock()
  for (let minute = 1; minute <= 20; minute++) keepSeen(NOON + minute * 60_000)
  expect(keptAnswers(NOON + 20 * 60_000 + SESSION_LOCK_MS - 1)).toHaveProperty('wallet')
  expect(keptAnswers(NOON + 20 * 60_000 + SESSION_LOCK_MS)).toEqual({})
})

test('a sign that comes too late opens nothing again', () => {
  unlock()
  keepSeen(NOON + SESSION_LOCK_MS)
  expect(keptAnswers(NOON + SESSION_LOCK_MS)).toEqual({})
})

test('ends with the day at the latest, as the session locks then, however busy the person is', () => {
  unlock()
  for (let at = NOON; at < NOON + SESSION_OPEN_MAX_MS; at += 60_000) keepSeen(at)
  expect(keptAnswers(NOON + SESSION_OPEN_MAX_MS)).toEqual({})
})

test('a clock that was turned back opens nothing', () => {
  unlock()
  expect(keptAnswers(NOON - 1)).toEqual({})
  expect(stored.size).toBe(0)
})

test('keeps nothing before somebody unlocked, and nothing after it was forgotten', () => {
  keepAnswer('wallet', wallet, NOON)
  expect(stored.size).toBe(0)
  unlock()
  forgetKept()
  expect(stored.size).toBe(0)
  keepAnswer('wallet', wallet, NOON + 1)
  expect(stored.size).toBe(0)
})

test('another person finds nothing of the one before', () => {
  unlock()
  keepOpened('usr_bola', NOON + 1_000)
  expect(keptAnswers(NOON + 1_000)).toEqual({})
})

test('keeps the last payments that were looked at and no more of them', () => {
  unlock()
  for (let each = 1; each <= KEPT_DETAILS_MAX + 3; each++) keepAnswer(`transaction:${each}`, {}, NOON + each)
  const names = Object.keys(keptAnswers(NOON + 1_000))
  expect(names).toContain('wallet')
  expect(names).toContain(`transaction:${KEPT_DETAILS_MAX + 3}`)
  expect(names).not.toContain('transaction:3')
  expect(names).toHaveLength(KEPT_DETAILS_MAX + 1)
})

test.each([
  ['no JSON', '{'],
  ['another shape', '{"userId":"usr_ada","openedAt":"noon","seenAt":1}'],
  ['a number', '7'],
])('what is stored as %s counts as nothing', (_, text) => {
  unlock()
  stored.set('jara.opened', text)
  expect(keptAnswers(NOON)).toEqual({})
  unlock()
  stored.set('jara.answers', text)
  expect(keptAnswers(NOON)).toEqual({})
})
