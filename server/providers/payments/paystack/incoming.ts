import { z } from 'zod'
import { inAscii, keyOf } from '#server/platform/text/exact-text.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { succeeded, type UnreadablePayment, unknown } from '#server/providers/answer.ts'
import type { ForeignLine, IncomingPayment, PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import {
  type Context,
  declinedOrUnknown,
  hasNext,
  pathSegment,
  type Refusal,
  ROWS_PER_PAGE,
  refusalCause,
} from './api.ts'
import {
  accountNumberField,
  exactField,
  exactOrNoneField,
  feeField,
  idField,
  instantField,
  koboField,
  noteField,
} from './fields.ts'
import { marksOf, readForeign } from './not-ours.ts'
import { fieldNames } from './transfers.ts'
import { paymentStatus } from './words.ts'

/** Channels of account numbers that Paystack issued: a customer's own, and one charge's. */
const ISSUED_ACCOUNT_CHANNELS: ReadonlySet<string> = new Set(['dedicated_nuban', 'bank_transfer'])

const payment = z.object({
  id: idField,
  domain: exactField,
  status: z.string(),
  reference: exactField,
  amount: koboField,
  currency: exactField,
  channel: exactOrNoneField,
  fees: feeField,
  // Two spellings of the same instant, either of which may be missing.
  paid_at: instantField,
  paidAt: instantField,
  customer: z.object({ customer_code: exactOrNoneField }).nullish().catch(null),
  authorization: z
    .object({ receiver_bank_account_number: accountNumberField, sender_name: noteField })
    .nullish()
    .catch(null),
})

/** Reads one transaction as Paystack describes it in a verification or a list. */
function readPayment(data: unknown): { payment: IncomingPayment } | { unreadable: UnreadablePayment } {
  const read = payment.safeParse(data)
  if (!read.success) return { unreadable: unreadableOf(data, fieldNames(read.error)) }
  const { id, status, amount, fees, paid_at, paidAt, customer, authorization, ...rest } = read.data
  const isIssued = ISSUED_ACCOUNT_CHANNELS.has(rest.channel ?? '')
  return {
    payment: {
      ...rest,
      providerTransactionId: id,
      status: paymentStatus(status),
      amountKobo: amount,
      feeKobo: fees,
      customerCode: customer?.customer_code ?? null,
      receiverAccountNumber: isIssued ? (authorization?.receiver_bank_account_number ?? null) : null,
      senderName: isIssued ? (authorization?.sender_name ?? null) : null,
      paidAt: paid_at ?? paidAt,
    },
  }
}

const PROBLEM_MAX_LENGTH = 500

/**
 * An unreadable payment, keyed by how it is reported. Operators find it by Paystack's own ids, as far as those can be
 * written.
 */
function unreadableOf(data: unknown, fields: string): UnreadablePayment {
  const { id, reference, amount, paid_at } = z.record(z.string(), z.unknown()).catch({}).parse(data)
  return {
    key: keyOf(['payment', id, reference, amount, paid_at]),
    problem: cleanLine(
      `Paystack tells of a payment with unreadable ${fields}. Its id is ${inAscii(id)}, its reference ${inAscii(reference)}`,
      PROBLEM_MAX_LENGTH,
    ),
  }
}

/** One payment, by Paystack's reference. Failed payments answer HTTP 200 too: only `status` tells. */
export function verifyPayment({ api, timeouts }: Context): PaymentProvider['verifyPayment'] {
  return async (reference) => {
    const segment = pathSegment(reference)
    if (segment === null) return unknown('not asked: no reference')
    const reply = await api('verifyPayment', {
      method: 'GET',
      path: `/transaction/verify/${segment}`,
      timeoutMs: timeouts.readMs,
    })
    if (reply.kind === 'unanswered') return unknown(reply.cause)
    if (reply.kind === 'refused') {
      return isPaymentNotFound(reply)
        ? { outcome: 'declined', reason: 'not-found', message: reply.message }
        : unknown(`verification refused: ${refusalCause(reply)}`)
    }
    const read = readPayment(reply.data)
    if ('unreadable' in read) {
      return { ...unknown('a payment that cannot be read'), unreadable: [read.unreadable] }
    }
    if (read.payment.reference !== reference) return unknown('another payment was verified')
    return succeeded(read.payment)
  }
}

function isPaymentNotFound({ status, code, message }: Refusal): boolean {
  if (status !== 404 && status !== 400) return false
  return code === 'transaction_not_found' || /^transaction( reference)? not found\b/i.test(message)
}

/**
 * One page of successful payments, newest first. A payment that arrives while pages are read shifts others to a later
 * page, so some are seen twice and none is missed.
 *
 * An unreadable row is logged and does not stop others from being credited. It is set aside when it cannot be ours: it
 * is in another currency, or neither paid into an account issued by Paystack nor under a reference of our form. Any
 * other is listed as unreadable. If no row can be read, the answer is unknown.
 */
export function listPayments({ api, timeouts, log }: Context): PaymentProvider['listPayments'] {
  return async ({ since, page, isOurs }) => {
    const reply = await api('listPayments', {
      method: 'GET',
      path: '/transaction',
      query: {
        from: since.toISOString(),
        status: 'success',
        perPage: String(ROWS_PER_PAGE),
        page: String(page),
      },
      timeoutMs: timeouts.listMs,
    })
    if (reply.kind !== 'accepted') return declinedOrUnknown(reply)
    if (!Array.isArray(reply.data)) return unknown('a list of payments that is not a list')
    const [payments, notOurs, unreadable]: [IncomingPayment[], ForeignLine[], UnreadablePayment[]] = [[], [], []]
    for (const row of reply.data) {
      const read = readPayment(row)
      const foreign = 'payment' in read || mayBeOurs(row, isOurs) ? null : readForeign(row, hasMoved)
      if ('payment' in read) payments.push(read.payment)
      else {
        const { problem } = read.unreadable
        log.error({ provider: 'paystack', operation: 'listPayments', problem }, 'an unreadable payment')
        if (foreign === null) unreadable.push(read.unreadable)
        else notOurs.push(foreign)
      }
    }
    if (unreadable.length > 0 && unreadable.length === reply.data.length)
      return { ...unknown('a list of payments in another shape'), unreadable }
    const nextPage = hasNext(reply.meta, page, reply.data.length) ? page + 1 : null
    return succeeded({ payments, notOurs, unreadable, nextPage })
  }
}

const channelOf = z.object({ channel: z.string() })

/** Whether an unreadable row may be ours. In doubt it counts as ours, unless it is in another currency. */
function mayBeOurs(row: unknown, isOurs: (reference: string) => boolean): boolean {
  const { reference, isOtherCurrency } = marksOf(row)
  if (isOtherCurrency) return false
  const read = channelOf.safeParse(row)
  if (!read.success || ISSUED_ACCOUNT_CHANNELS.has(read.data.channel)) return true
  return reference === 'unreadable' || (reference !== 'none' && isOurs(reference.text))
}

const hasMoved = (word: string) => paymentStatus(word) === 'success'
