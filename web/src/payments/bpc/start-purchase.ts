import { useMutation } from '@tanstack/react-query'
import type { Order, QuoteBodyOf, QuoteOf } from '#contract/orders.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useCreateQuote } from '#web/payments/orders/create-quote.ts'
import { usePlaceOrder } from '#web/payments/orders/place-order.ts'

/**
 * Fixes the terms of a BPC. For one that is paid by bank transfer the order is placed at once, without an approval: no
 * money leaves the wallet. For one from the wallet the order is null, and the quote is to be approved.
 */
export function useStartPurchase() {
  const createQuote = useCreateQuote()
  const placeOrder = usePlaceOrder()
  return useMutation({
    mutationFn: async (body: QuoteBodyOf<'bpc'>): Promise<{ quote: QuoteOf<'bpc'>; order: Order | null }> => {
      const quote = await createQuote.mutateAsync(body)
      if (quote.kind !== 'bpc') throw new TypeError('a quote of another kind')
      if (body.payWith === 'wallet') return { quote, order: null }
      return { quote, order: await placeOrder.mutateAsync({ quoteId: quote.id }) }
    },
    onSuccess: ({ order }) => {
      if (order === null) return
      queryClient.setQueryData(['order', order.id], order)
      void queryClient.invalidateQueries({ queryKey: ['wallet'] })
    },
  })
}
