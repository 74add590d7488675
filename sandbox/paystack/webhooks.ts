import { createHmac } from 'node:crypto'
import { announce, type Told } from '#sandbox/announce.ts'
import type { QueuedMessage } from '#sandbox/events.ts'
import type { LyingFault, SignatureFault } from '#sandbox/faults.ts'
import type { RetryPolicy } from '#sandbox/retry-policy.ts'
import { isObject } from '#sandbox/unchecked.ts'
import type { Untimed, World } from '#sandbox/world.ts'

/** Paystack's first retries are minutes apart; here seconds, so that a test of a lost reply need not wait. */
const RETRY_AFTER_MS: readonly number[] = [1_000, 3_000, 10_000]
const RETRY_EVERY_MS = 60_000
/** Live Paystack keeps trying for 72 hours; so do we. */
const RETRY_FOR_MS = 72 * 60 * 60_000
/** The key of an attacker who does not know the real one. */
const FORGERS_KEY = 'sk_test_somebody_else'
/** A lying webhook names ten times the amount. */
const LIE_FACTOR = 10
const NOBODYS_ACCOUNT = '9900000000'

type Data = Readonly<Record<string, unknown>>

/** The signature of a raw body: hex HMAC-SHA512 with the API secret key. Paystack has no separate webhook secret. */
export function signatureOf(secretKey: string, rawBody: string | Uint8Array): string {
  return createHmac('sha512', secretKey).update(rawBody).digest('hex')
}

/** The facts that queue one webhook, altered by the next webhook fault if one is switched on. */
export function announcement(world: World, event: string, data: Data): Untimed[] {
  const told = { event, body: JSON.stringify({ event, data }) }
  return announce(world, { provider: 'paystack', told, lie: (kind) => lie(world, kind, event, data) })
}

function lie(world: World, kind: LyingFault, event: string, data: Data): Told {
  const told =
    kind === 'lying'
      ? otherFigure(event, data)
      : { event, data: kind === 'lying-currency' ? { ...data, currency: 'USD' } : otherCustomer(world, data) }
  return { event: told.event, body: JSON.stringify(told) }
}

/** Another ending for a transfer, another amount for everything else. */
function otherFigure(event: string, data: Data): { event: string; data: Data } {
  const amount = typeof data.amount === 'number' ? data.amount * LIE_FACTOR : data.amount
  if (event === 'transfer.success') return { event: 'transfer.failed', data: { ...data, status: 'failed' } }
  if (event === 'transfer.failed' || event === 'transfer.reversed') {
    return { event: 'transfer.success', data: { ...data, status: 'success' } }
  }
  return { event, data: { ...data, amount, requested_amount: amount } }
}

/** Another customer's payment: the newest other customer, or an invented one, with their account number. */
function otherCustomer({ state }: World, data: Data): Data {
  const own = isObject(data.customer) ? data.customer.customer_code : null
  const other = [...state.customers.values()].findLast((customer) => customer.code !== own)
  const accountNumber = state.accountNumberByCustomer.get(other?.code ?? '') ?? NOBODYS_ACCOUNT
  return {
    ...data,
    customer: { ...(isObject(data.customer) ? data.customer : {}), customer_code: other?.code ?? 'CUS_nobody' },
    ...(isObject(data.authorization)
      ? { authorization: { ...data.authorization, receiver_bank_account_number: accountNumber } }
      : {}),
  }
}

/** The signature header of each message. */
function headerOf(world: World, { genuine, signature, body }: QueuedMessage): string | null {
  if (signature !== undefined) return WRONG_SIGNATURES[signature](world.secretKey, body)
  return signatureOf(genuine ? world.secretKey : FORGERS_KEY, body)
}

const WRONG_SIGNATURES: Readonly<Record<SignatureFault, (secretKey: string, body: string) => string | null>> = {
  'no-signature': () => null,
  'cut-signature': (secretKey, body) => signatureOf(secretKey, body).slice(0, -2),
  'upper-case-signature': (secretKey, body) => signatureOf(secretKey, body).toUpperCase(),
  'other-algorithm': (secretKey, body) => createHmac('sha256', secretKey).update(body).digest('hex'),
  // Signs the same values in other formatting.
  'other-bytes': (secretKey, body) => signatureOf(secretKey, JSON.stringify(JSON.parse(body), null, 1)),
}

/** Signed with the API key, and retried until answered with 200. */
export function paystackCourier(world: World): RetryPolicy {
  return {
    url: world.callbackUrls.paystack,
    headersFor: (message) => {
      const signature = headerOf(world, message)
      return signature === null ? {} : { 'x-paystack-signature': signature }
    },
    isArrival: ({ status }) => status === 200,
    waitMs: (message, ageMs) => (ageMs > RETRY_FOR_MS ? null : (RETRY_AFTER_MS[message.tries] ?? RETRY_EVERY_MS)),
  }
}
