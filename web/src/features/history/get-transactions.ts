import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { TransactionKind, TransactionStatus, TransactionsAnswer } from '#contract/transactions.ts'
import { api } from '../../lib/api.ts'

export type HistoryFilter = {
  readonly q: string
  readonly kind: TransactionKind | null
  readonly status: TransactionStatus | null
}

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

function parameters({ q, kind, status }: HistoryFilter, cursor: string): string {
  const query = new URLSearchParams({ limit: '20' })
  if (q.trim() !== '') query.set('q', q.trim())
  if (kind !== null) query.set('kind', kind)
  if (status !== null) query.set('status', status)
  if (cursor !== '') query.set('cursor', cursor)
  return query.toString()
}
