import { createHmac } from 'node:crypto'
import { announce, type Told } from '../announce.ts'
import type { Courier } from '../courier.ts'
import type { Untimed, World } from '../world.ts'

/** Paystack's first attempts are minutes apart; here seconds, so that a test of a lost answer need not wait. */
const RETRY_AFTER_MS: readonly number[] = [1_000, 3_000, 10_000]
const RETRY_EVERY_MS = 60_000
/** Live Paystack keeps trying for 72 hours; so do we. */
const RETRY_FOR_MS = 72 * 60 * 60_000
/** What somebody signs with who does not know the key. */
const FORGERS_KEY = 'sk_test_somebody_else'
/** A lying webhook names ten times the amount. */
const LIE_FACTOR = 10

type Data = Readonly<Record<string, unknown>>

/** The signature of a raw body: hex HMAC-SHA512 with the API secret key. Paystack has no separate webhook secret. */
export function signatureOf(secretKey: string, rawBody: string | Uint8Array): string {
  return createHmac('sha512', secretKey).update(rawBody).digest('hex')
}

/** The facts that put one webhook on its way, bent by the next webhook fault if one is switched on. */
export function announcement(world: World, event: string, data: Data): Untimed[] {
  const told = { event, body: JSON.stringify({ event, data }) }
  return announce(world, { provider: 'paystack', told, lie: lie(event, data) })
}

/** Another ending for a transfer, another amount for everything else. */
function lie(event: string, data: Data): Told {
  const amount = typeof data.amount === 'number' ? data.amount * LIE_FACTOR : data.amount
  const told =
    event === 'transfer.success'
      ? { event: 'transfer.failed', data: { ...data, status: 'failed' } }
      : event === 'transfer.failed' || event === 'transfer.reversed'
        ? { event: 'transfer.success', data: { ...data, status: 'success' } }
        : { event, data: { ...data, amount, requested_amount: amount } }
  return { event: told.event, body: JSON.stringify(told) }
}

/** Signed with the API key, and sent until it is answered with 200. */
export function paystackCourier(world: World): Courier {
  return {
    url: world.callbackUrls.paystack,
    headersFor: (message) => ({
      'x-paystack-signature': signatureOf(message.genuine ? world.secretKey : FORGERS_KEY, message.body),
    }),
    isArrival: ({ status }) => status === 200,
    waitMs: (message, ageMs) => (ageMs > RETRY_FOR_MS ? null : (RETRY_AFTER_MS[message.tries] ?? RETRY_EVERY_MS)),
  }
}
