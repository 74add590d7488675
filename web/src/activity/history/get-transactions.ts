import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { api } from '#web/lib/api.ts'
import { askedOf, type HistoryFilter, parametersOf } from './history-filter.ts'

/** Newest first, page after page: each page continues where the last one ended, whatever arrived meanwhile. */
export function useTransactions(filter: HistoryFilter) {
  return useInfiniteQuery({
    queryKey: ['transactions', filter],
    queryFn: ({ pageParam, signal }) => readPage(filter, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** What is searched for may be a name or a number, so it goes in the body: addresses are kept in many places. */
function readPage(filter: HistoryFilter, cursor: string, signal: AbortSignal): Promise<TransactionsAnswer> {
  const place = cursor === '' ? {} : { cursor }
  const asked = askedOf(filter)
  if (asked.q !== undefined) return api('POST', '/api/transactions/search', { ...asked, ...place }, signal)
  const query = new URLSearchParams({ ...Object.fromEntries(parametersOf(filter)), ...place })
  return api('GET', `/api/transactions?${query}`, undefined, signal)
}
