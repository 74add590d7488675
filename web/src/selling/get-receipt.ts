import { useQuery } from '@tanstack/react-query'
import type { Receipt } from '#contract/selling.ts'
import { api } from '#web/lib/api.ts'

/** What the customer of a sale may see, as it stands now. */
export function useReceipt(orderId: string) {
  return useQuery({
    queryKey: ['order', orderId, 'receipt'],
    queryFn: async ({ signal }) =>
      (await api<{ receipt: Receipt }>('GET', `/api/sales/${encodeURIComponent(orderId)}`, undefined, signal)).receipt,
  })
}
