import { createHmac } from 'node:crypto'
import type { QueuedMessage } from '../facts.ts'
import { peekFault } from '../take-fault.ts'
import type { Untimed, World } from '../world.ts'

/** Paystack's first attempts are minutes apart; here seconds, so that a test of a lost answer need not wait. */
export const RETRY_AFTER_MS: readonly number[] = [1_000, 3_000, 10_000]
export const RETRY_EVERY_MS = 60_000
/** Live Paystack keeps trying for 72 hours; so do we. */
export const RETRY_FOR_MS = 72 * 60 * 60_000
const LATE_MS = 30_000
/** A message that waits for a later one waits no longer than this. */
const OUT_OF_ORDER_MS = 5_000
/** A lying webhook names ten times the amount. */
const LIE_FACTOR = 10

type Data = Readonly<Record<string, unknown>>

/** The signature of a raw body: hex HMAC-SHA512 with the API secret key. Paystack has no separate webhook secret. */
export function signatureOf(secretKey: string, rawBody: string | Uint8Array): string {
  return createHmac('sha512', secretKey).update(rawBody).digest('hex')
}

/** The facts that put one webhook on its way, bent by the next webhook fault if one is switched on. */
export function announcement(world: World, event: string, data: Data): Untimed[] {
  if (world.webhookUrl === null) return []
  const fault = peekFault(world, 'webhook')
  const used: Untimed[] = fault === null ? [] : [{ type: 'fault.used', id: fault.id }]
  const nowMs = world.now().getTime()
  const queued = (change: Partial<QueuedMessage> = {}): Untimed => ({
    type: 'message.queued',
    message: {
      id: `msg_${world.nextId()}`,
      event,
      body: JSON.stringify({ event, data }),
      genuine: true,
      dueAtMs: nowMs,
      afterNext: false,
      ...change,
    },
  })
  switch (fault?.fault) {
    case 'lost':
      return used
    case 'duplicate':
      return [...used, queued(), queued()]
    case 'late':
      return [...used, queued({ dueAtMs: nowMs + (fault.delayMs ?? LATE_MS) })]
    case 'out-of-order':
      return [...used, queued({ dueAtMs: nowMs + (fault.delayMs ?? OUT_OF_ORDER_MS), afterNext: true })]
    case 'forged':
      return [...used, queued({ ...lie(event, data), genuine: false }), queued()]
    case 'lying':
      return [...used, queued(lie(event, data))]
    default:
      return [queued()]
  }
}

/** Another ending for a transfer, another amount for everything else. */
function lie(event: string, data: Data): { event: string; body: string } {
  const amount = typeof data.amount === 'number' ? data.amount * LIE_FACTOR : data.amount
  const told =
    event === 'transfer.success'
      ? { event: 'transfer.failed', data: { ...data, status: 'failed' } }
      : event === 'transfer.failed' || event === 'transfer.reversed'
        ? { event: 'transfer.success', data: { ...data, status: 'success' } }
        : { event, data: { ...data, amount, requested_amount: amount } }
  return { event: told.event, body: JSON.stringify(told) }
}
