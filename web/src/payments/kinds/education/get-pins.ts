import { useQuery } from '@tanstack/react-query'
import type { OrderPinsAnswer } from '#contract/kinds/education.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'

const ASK_AGAIN_MS = 10_000

/** The PINs of an order, in no cache that outlives this page. Polled while some are missing. */
export function usePins(orderId: string) {
  return useQuery({
    queryKey: ['exam-pins', orderId],
    queryFn: ({ signal }) =>
      api<OrderPinsAnswer>('GET', `/api/orders/${encodeURIComponent(orderId)}/pins`, undefined, signal),
    refetchInterval: ({ state: { data } }) => (data?.asking && data.pins.length < data.bought ? ASK_AGAIN_MS : false),
    staleTime: freshFor(0),
    gcTime: 0,
  })
}
