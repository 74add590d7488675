import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { api } from '../../lib/api.ts'
import { type HistoryFilter, parametersOf } from './history-filter.ts'

/** Newest first, page after page: each page continues where the last one ended, whatever arrived meanwhile. */
export function useTransactions(filter: HistoryFilter) {
  return useInfiniteQuery({
    queryKey: ['transactions', filter],
    queryFn: ({ pageParam, signal }) =>
      api<TransactionsAnswer>('GET', `/api/transactions?${parameters(filter, pageParam)}`, undefined, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}

function parameters(filter: HistoryFilter, cursor: string): string {
  const query = parametersOf(filter)
  query.set('limit', '20')
  if (cursor !== '') query.set('cursor', cursor)
  return query.toString()
}
