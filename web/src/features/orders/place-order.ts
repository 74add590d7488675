import { useMutation } from '@tanstack/react-query'
import type { Order, OrderBody } from '#contract/orders.ts'
import { api, isRefusal, UnansweredError } from '../../lib/api.ts'

const PAUSES_MS = [800, 2_000]

/**
 * Turns the quote into an order, once: the quote's id is the key, so the same request may be sent again when no answer
 * came, and the answer is the same order. Throws the last failure; see `isUndecided`.
 */
export function usePlaceOrder() {
  return useMutation({
    mutationFn: async (body: OrderBody) => (await sendUntilAnswered(body)).order,
  })
}

async function sendUntilAnswered(body: OrderBody): Promise<{ order: Order }> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await api<{ order: Order }>('POST', '/api/orders', body)
    } catch (error) {
      if (!isUndecided(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return api<{ order: Order }>('POST', '/api/orders', body)
}

/** True when a failure leaves open whether the order exists. Any other refusal proves that no money has left. */
export function isUndecided(error: unknown): boolean {
  return error instanceof UnansweredError || isRefusal(error, 'server.unexpected')
}
