import { useMutation, useQuery } from '@tanstack/react-query'
import type { CheckedOrderAnswer, Order } from '#contract/orders.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** How often a pending order is polled: fast while the person waits on the page, rarely after that. */
export type Pace = 'waiting' | 'watching'
const POLL_MS: Record<Pace, number> = { waiting: 700, watching: 10_000 }

export function useOrder(id: string, pace: Pace) {
  return useQuery({
    queryKey: ['order', id],
    queryFn: async ({ signal }) => (await getOrder(id, signal)).order,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'pending' ? POLL_MS[pace] : false,
    staleTime: freshFor(0),
  })
}

function getOrder(id: string, signal: AbortSignal) {
  return api<{ order: Order }>('GET', `/api/orders/${encodeURIComponent(id)}`, undefined, signal)
}

/** `check` asks the provider now and returns its answer; `cancel` takes back an order that has not been sent. */
export function useOrderAction(id: string) {
  return useMutation({
    mutationFn: (action: 'check' | 'cancel') =>
      api<{ order: Order } & Partial<CheckedOrderAnswer>>('POST', `/api/orders/${encodeURIComponent(id)}/${action}`),
    onSuccess: ({ order }) => {
      queryClient.setQueryData(['order', id], order)
      void queryClient.invalidateQueries({ queryKey: ['transaction', order.transactionId] })
      void queryClient.invalidateQueries({ queryKey: ['wallet'] })
    },
  })
}
