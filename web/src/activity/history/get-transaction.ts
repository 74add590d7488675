import { useQuery } from '@tanstack/react-query'
import type { TransactionDetail } from '#contract/transactions.ts'
import { api } from '#web/lib/api.ts'

const PENDING_POLL_MS = 10_000

/** One transaction with its timeline. While pending, it is also polled in case an event was lost. */
export function useTransaction(id: string) {
  return useQuery({
    queryKey: ['transaction', id],
    queryFn: ({ signal }) =>
      api<TransactionDetail>('GET', `/api/transactions/${encodeURIComponent(id)}`, undefined, signal),
    refetchInterval: ({ state }) => (state.data?.transaction.status === 'pending' ? PENDING_POLL_MS : false),
  })
}
