import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parseExactJson } from '#server/platform/text/exact-json.ts'
import { keyOf } from '#server/platform/text/exact-text.ts'
import type { ProviderHint } from '#server/providers/payments/payment-provider.ts'
import { exactField, idField, koboField } from './fields.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * True when `x-paystack-signature` is the lower-case hexadecimal HMAC-SHA512 of these exact bytes under the API key.
 * Takes the same time for every wrong signature of the right length.
 */
export function isGenuine(secretKey: string, rawBody: Uint8Array, headers: Headers): boolean {
  const signature = headers['x-paystack-signature']
  if (typeof signature !== 'string' || !/^[0-9a-f]{128}$/.test(signature)) return false
  const expected = createHmac('sha512', secretKey).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

/** The events in use, what each is about, and where it keeps the reference to look up. */
type EventKind = { about: 'payment' | 'transfer'; referenceIn: 'reference' | 'transaction' | 'disputed' }
const DISPUTE = { about: 'payment', referenceIn: 'disputed' } as const
const EVENTS: ReadonlyMap<string, EventKind> = new Map<string, EventKind>([
  ['charge.success', { about: 'payment', referenceIn: 'reference' }],
  ['charge.dispute.create', DISPUTE],
  ['charge.dispute.remind', DISPUTE],
  ['charge.dispute.resolve', DISPUTE],
  ['refund.processed', { about: 'payment', referenceIn: 'transaction' }],
  ['transfer.success', { about: 'transfer', referenceIn: 'reference' }],
  ['transfer.failed', { about: 'transfer', referenceIn: 'reference' }],
  ['transfer.reversed', { about: 'transfer', referenceIn: 'reference' }],
])

const reference = exactField.nullish().catch(null)
/** Only distinguishes events, so it may be anything. */
const id = z
  .union([z.int().transform(String), z.string()])
  .nullish()
  .catch(null)

const event = z.object({
  event: z.string().max(100),
  data: z.object({
    id,
    reference,
    transaction_reference: reference,
    refund_reference: id,
    transaction: z.object({ reference: exactField }).nullish().catch(null),
    transfer_code: id,
    bank_transfer: z.object({ amount: koboField, transaction_id: idField }).nullish().catch(null),
    customer: z.object({ customer_code: exactField }).nullish().catch(null),
  }),
})

/**
 * The subject of a webhook, or null for unused kinds and unreadable bodies. Paystack gives events no id, so `eventKey`
 * combines the event, its reference and its ids: the same for every repeat.
 */
export function readHint(rawBody: Uint8Array): ProviderHint | null {
  const read = event.safeParse(parsed(rawBody))
  if (!read.success) return null
  const { data } = read.data
  if (read.data.event === 'bank.transfer.rejected') return readRejection(read.data.data)
  const kind = EVENTS.get(read.data.event)
  if (kind === undefined) return null
  const found = {
    reference: data.reference,
    transaction: data.transaction_reference,
    disputed: data.transaction?.reference,
  }[kind.referenceIn]
  if (found === null || found === undefined) return null
  const ids = [data.id, data.transfer_code, data.refund_reference].map((each) => each ?? '')
  return { about: kind.about, reference: found, eventKey: keyOf([read.data.event, found, ...ids]) }
}

/** It has no reference of ours: the customer code identifies the owner. */
function readRejection({ bank_transfer: transfer, customer }: z.infer<typeof event>['data']): ProviderHint | null {
  if (transfer == null || customer == null || transfer.amount < 1n) return null
  return {
    about: 'rejection',
    customerCode: customer.customer_code,
    providerTransactionId: transfer.transaction_id,
    amountKobo: transfer.amount,
    eventKey: keyOf(['bank.transfer.rejected', customer.customer_code, transfer.transaction_id]),
  }
}

function parsed(rawBody: Uint8Array): unknown {
  try {
    return parseExactJson(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch {
    return null
  }
}
