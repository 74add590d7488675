import { useMutation } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** Returns an unused code for its full price. Whatever the answer, the list is refetched to show the current state. */
export function useReturnCode() {
  return useMutation({
    mutationFn: async (bpcId: string) =>
      (await api<{ order: Order }>('POST', `/api/bpc/${encodeURIComponent(bpcId)}/return`)).order,
    onSuccess: (order) => queryClient.setQueryData(['order', order.id], order),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['bpc'] })
      void queryClient.invalidateQueries({ queryKey: ['wallet'] })
    },
  })
}
