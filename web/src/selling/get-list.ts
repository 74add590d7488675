import { useMutation, useQuery } from '@tanstack/react-query'
import type { Batch, BatchApprovalBody, BatchBody } from '#contract/selling.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sendUntilAnswered } from '#web/payments/orders/place-order.ts'

const POLL_MS = 5_000

// Under `order`, because a change to any order outdates a list.
const keyOf = (id: string) => ['order', 'list', id]

/** Has a list checked and priced, row by row. No money moves. */
export function useCheckList() {
  return useMutation({
    mutationFn: async (body: BatchBody) => (await api<{ batch: Batch }>('POST', '/api/batches', body)).batch,
  })
}

/** A list with the outcome of each row, even while it still changes. */
export function useList(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) =>
      (await api<{ batch: Batch }>('GET', `/api/batches/${encodeURIComponent(id)}`, undefined, signal)).batch,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.counts.pending > 0 ? POLL_MS : false),
    staleTime: freshFor(0),
  })
}

/**
 * Buys a list, once: its id is the key, so the same request may be sent again when no answer came, and the answer is
 * the same orders. Throws the last failure; see `isUndecided`.
 */
export function useBuyList(id: string) {
  return useMutation({
    mutationFn: async (body: BatchApprovalBody) =>
      (await sendUntilAnswered<{ batch: Batch }>(`/api/batches/${encodeURIComponent(id)}/approve`, body)).batch,
    onSuccess: (batch) => queryClient.setQueryData(keyOf(id), batch),
  })
}
