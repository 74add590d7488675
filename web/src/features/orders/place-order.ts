import { useMutation } from '@tanstack/react-query'
import type { Order, OrderBody, Quote } from '#contract/orders.ts'
import { api, isRefusal, UnansweredError } from '../../lib/api.ts'
import { approve, deviceKeys, pinProof } from '../../lib/device-key.ts'

const PAUSES_MS = [800, 2_000]

/** The approval of exactly the terms that were shown, with the PIN proved by this device. */
export async function approveQuote(quote: Quote, pin: string): Promise<OrderBody> {
  const keys = await deviceKeys()
  const signature = await approve(keys, { purpose: 'order', challenge: quote.challenge, terms: quote.terms })
  return { quoteId: quote.id, approval: { deviceId: keys.deviceId, pinProof: await pinProof(keys, pin), signature } }
}

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
