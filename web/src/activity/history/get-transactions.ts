import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { api } from '#web/lib/api.ts'
import { askedOf, type HistoryFilter, parametersOf } from './history-filter.ts'
import type { HistorySort } from './history-sort.ts'

/** Pages in the server's order. Each continues where the last one ended, whatever arrived meanwhile. */
export function useTransactions(filter: HistoryFilter, { column, direction }: HistorySort) {
  return useInfiniteQuery({
    queryKey: ['transactions', filter, column, direction],
    queryFn: ({ pageParam, signal }) =>
      readPage(filter, { sort: column, direction, ...(pageParam === '' ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

type Place = { readonly sort: string; readonly direction: string; readonly cursor?: string }

/** The search text may be a name or a number, so it goes in the body: addresses are stored in many places. */
function readPage(filter: HistoryFilter, place: Place, signal: AbortSignal): Promise<TransactionsAnswer> {
  const asked = askedOf(filter)
  if (asked.q !== undefined) return api('POST', '/api/transactions/search', { ...asked, ...place }, signal)
  const query = new URLSearchParams({ ...Object.fromEntries(parametersOf(filter)), ...place })
  return api('GET', `/api/transactions?${query}`, undefined, signal)
}
