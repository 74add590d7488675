import { useMutation } from '@tanstack/react-query'
import { APPROVAL_PAUSE_MS } from '#contract/constants.ts'
import type { Order, OrderBody } from '#contract/orders.ts'
import { api, isRefusal, UnansweredError } from '#web/lib/api.ts'

const PAUSES_MS = [800, 2_000]

/**
 * Turns the quote into an order, once: the quote's id is the key, so the same request may be sent again when no answer
 * came, and the answer is the same order. Throws the last failure; see `isUndecided`.
 */
export function usePlaceOrder() {
  return useMutation({
    mutationFn: async (body: OrderBody) => (await sendUntilAnswered<{ order: Order }>('/api/orders', body)).order,
  })
}

/** Sends a request that is safe to repeat: again after no answer, and after a refusal for coming too fast. */
export async function sendUntilAnswered<Answer>(path: string, body: unknown): Promise<Answer> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await api<Answer>('POST', path, body)
    } catch (error) {
      const isTooFast = isRefusal(error, 'approval.too-fast')
      if (!isTooFast && !isUndecided(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, isTooFast ? APPROVAL_PAUSE_MS : pauseMs))
    }
  }
  return api<Answer>('POST', path, body)
}

/** True when a failure leaves open whether the order exists. Any other refusal proves that no money has left. */
export function isUndecided(error: unknown): boolean {
  return error instanceof UnansweredError || isRefusal(error, 'server.unexpected')
}
