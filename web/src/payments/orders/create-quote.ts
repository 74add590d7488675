import { useMutation } from '@tanstack/react-query'
import type { Quote, QuoteBody } from '#contract/orders.ts'
import { api } from '#web/lib/api.ts'

/** Fixes the terms of a transfer. No money moves. */
export function useCreateQuote() {
  return useMutation({
    mutationFn: async (body: QuoteBody) => (await api<{ quote: Quote }>('POST', '/api/quotes', body)).quote,
  })
}
