import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Me } from '#contract/accounts.ts'
import { deviceNow } from './clock.ts'
import { cacheAnswer, cachedAnswers, clearCache, openCache } from './offline-cache.ts'

/** Which responses are kept for offline use: the user, the balance, the payments viewed, and the inbox as a whole. */
const KEPT: readonly unknown[] = ['me', 'wallet', 'transaction', 'order']
const isKept = ([name, ...of]: QueryKey) => KEPT.includes(name) || (name === 'alerts' && of.length === 0)

/** Keeps what the server has just answered. A locked or ended session keeps nothing. */
export function cacheForOffline(queries: QueryClient, queryKey: QueryKey, data: unknown): void {
  const [name] = queryKey
  if (name === 'me' && !isOpen(data)) clearCache()
  else if (name === 'me' && isOpen(data)) {
    const isNew = openCache(data.user.id)
    cacheAnswer('me', data)
    // The wallet may have answered first, before the session was known to be open.
    if (isNew) keepAnswers(queries)
  } else if (isKept(queryKey)) cacheAnswer(queryKey.join(':'), data)
}

/** Caches this page's answers once more, after another page that was closed took the cache along. */
export function cacheAgain(queries: QueryClient): void {
  const { data, dataUpdatedAt = 0 } = queries.getQueryState(['me']) ?? {}
  if (isOpen(data)) cacheAnswer('me', data, dataUpdatedAt, deviceNow())
  keepAnswers(queries)
}

function keepAnswers(queries: QueryClient): void {
  for (const { queryKey, state } of queries.getQueryCache().getAll()) {
    const isKeptHere = isKept(queryKey) && queryKey[0] !== 'me'
    if (isKeptHere && state.data !== undefined)
      cacheAnswer(queryKey.join(':'), state.data, state.dataUpdatedAt, deviceNow())
  }
}

function isOpen(data: unknown): data is Me {
  return typeof data === 'object' && data !== null && 'locked' in data && data.locked === false
}

/** The times of the answers that were restored from the device. */
const restoredOf = new Set<number>()

/** Without an answer, restores what this device cached, unless the page has newer data. Each answer keeps its time. */
export function restoreCached(queries: QueryClient): void {
  for (const [name, { at, data }] of Object.entries(cachedAnswers())) {
    const queryKey = name.split(':')
    if (queries.getQueryData(queryKey) !== undefined) continue
    restoredOf.add(at)
    queries.setQueryData(queryKey, data, { updatedAt: at })
  }
}

/** Whether an answer came from the device's cache, and the server has not answered since. */
export function isRestored(dataUpdatedAt: number): boolean {
  return restoredOf.has(dataUpdatedAt)
}
