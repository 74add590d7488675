import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyStorage } from '#tests/support/browser-storage.ts'
import { cacheForOffline, isRestored, restoreCached } from './offline-answers.ts'

const me = { user: { id: 'usr_ada' }, locked: false }
const wallet = { availableKobo: '20000000' }
let stored: Map<string, string>

beforeEach(() => {
  stored = emptyStorage()
})
afterEach(() => vi.unstubAllGlobals())

function readEverything(): void {
  const page = new QueryClient()
  cacheForOffline(page, ['me'], me)
  cacheForOffline(page, ['wallet'], wallet)
  cacheForOffline(page, ['transaction', 'trx_1'], { reference: 'r1' })
}

/** What a page without data restores. */
function restored(): QueryClient {
  const queries = new QueryClient()
  restoreCached(queries)
  return queries
}

test('a page that knows nothing gets what was kept, marked with the time it came', () => {
  readEverything()
  const queries = restored()
  expect(queries.getQueryData(['me'])).toEqual(me)
  expect(queries.getQueryData(['wallet'])).toEqual(wallet)
  expect(queries.getQueryData(['transaction', 'trx_1'])).toEqual({ reference: 'r1' })
  expect(queries.getQueryState(['wallet'])?.dataUpdatedAt).toBeLessThanOrEqual(Date.now())
})

test('what a page knows already is newer and stays', () => {
  readEverything()
  const queries = new QueryClient()
  queries.setQueryData(['wallet'], { availableKobo: '1' })
  restoreCached(queries)
  expect(queries.getQueryData(['wallet'])).toEqual({ availableKobo: '1' })
})

test('a lock and a sign-out that the server tells of leave nothing', () => {
  for (const ended of [{ ...me, locked: true }, null]) {
    readEverything()
    cacheForOffline(new QueryClient(), ['me'], ended)
    expect(stored.size).toBe(0)
    expect(restored().getQueryData(['wallet'])).toBeUndefined()
  }
})

test('a balance that arrives before the user is known is cached as soon as they are', () => {
  const page = new QueryClient()
  page.setQueryData(['wallet'], wallet)
  cacheForOffline(page, ['wallet'], wallet)
  expect(stored.size).toBe(0)
  cacheForOffline(page, ['me'], me)
  expect(restored().getQueryData(['wallet'])).toEqual(wallet)
})

test('the inbox as a whole is kept, and nothing of it that is filtered', () => {
  readEverything()
  cacheForOffline(new QueryClient(), ['alerts'], { pages: [] })
  cacheForOffline(new QueryClient(), ['alerts', 'money'], { pages: [] })
  expect(restored().getQueryData(['alerts'])).toEqual({ pages: [] })
  expect(restored().getQueryData(['alerts', 'money'])).toBeUndefined()
})

test('keeps nothing but who it is, the balance, payments and the inbox', () => {
  readEverything()
  const before = stored.get('jara.answers')
  for (const other of [['bpc'], ['beneficiaries'], ['funding'], ['transactions', { q: 'ada' }], ['installation']]) {
    cacheForOffline(new QueryClient(), other, { secret: true })
  }
  expect(stored.get('jara.answers')).toBe(before)
})

test('only an answer that the device kept counts as restored, whatever its clock says', () => {
  readEverything()
  const page = restored()
  expect(isRestored(page.getQueryState(['wallet'])?.dataUpdatedAt ?? 0)).toBe(true)
  page.setQueryData(['wallet'], wallet, { updatedAt: 1 })
  expect(isRestored(page.getQueryState(['wallet'])?.dataUpdatedAt ?? 0)).toBe(false)
  expect(isRestored(0)).toBe(false)
})
