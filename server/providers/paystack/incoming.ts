import { z } from 'zod'
import type { ForeignLine, IncomingPayment, PaymentProvider } from '../payments.ts'
import { type Context, declinedOrUnknown, pathSegment, unknown } from './api.ts'
import { accountNumberField, feeField, idField, instantOf, koboField, noteField, textField } from './fields.ts'
import { marksOf, readForeign } from './not-ours.ts'
import { hasNext, ROWS_PER_PAGE } from './pages.ts'
import { type Refusal, refusalCause } from './reply.ts'
import { fieldNames } from './transfers.ts'
import { paymentStatus } from './words.ts'

/** Payments into account numbers that Paystack issued: a customer's own, and that of one charge. */
const ISSUED_ACCOUNT_CHANNELS: ReadonlySet<string> = new Set(['dedicated_nuban', 'bank_transfer'])

const payment = z.object({
  id: idField,
  domain: textField,
  status: textField,
  reference: textField,
  amount: koboField,
  currency: textField,
  channel: z.string().max(60).catch(''),
  fees: feeField,
  // Two spellings of the same instant, either of which may be missing.
  paid_at: noteField,
  paidAt: noteField,
  customer: z.object({ customer_code: noteField }).nullish().catch(null),
  authorization: z
    .object({ receiver_bank_account_number: accountNumberField, sender_name: noteField })
    .nullish()
    .catch(null),
})

/** Reads one transaction as Paystack describes it in a verification or a list. */
function readPayment(data: unknown): { payment: IncomingPayment } | { problem: string } {
  const read = payment.safeParse(data)
  if (!read.success) return { problem: fieldNames(read.error) }
  const { id, status, amount, fees, paid_at, paidAt, customer, authorization, ...rest } = read.data
  const isIssued = ISSUED_ACCOUNT_CHANNELS.has(rest.channel)
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
      paidAt: instantOf(paid_at) ?? instantOf(paidAt),
    },
  }
}

/** One payment, by Paystack's reference. HTTP 200 comes for failed payments too: only `status` tells. */
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
    if ('problem' in read) return unknown(`a payment with unreadable ${read.problem}`)
    if (read.payment.reference !== reference) return unknown('another payment was verified')
    return { outcome: 'succeeded', value: read.payment }
  }
}

function isPaymentNotFound({ status, code, message }: Refusal): boolean {
  if (status !== 404 && status !== 400) return false
  return code === 'transaction_not_found' || /^transaction( reference)? not found\b/i.test(message)
}

/**
 * One page of successful payments. Paystack gives the newest first, so a payment that arrives while pages are read
 * moves others to a later page: some are seen twice, none is missed. A row that cannot be read is logged and keeps no other
 * from being credited. It is set aside when it cannot be ours (in another currency, or into no account that Paystack issued
 * and not under a reference of our form), else it is named as unreadable; when no row at all can be read, the answer is unknown.
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
    const [payments, notOurs, unreadable]: [IncomingPayment[], ForeignLine[], string[]] = [[], [], []]
    for (const row of reply.data) {
      const read = readPayment(row)
      const foreign = 'payment' in read || mayBeOurs(row, isOurs) ? null : readForeign(row, hasMoved)
      if ('payment' in read) payments.push(read.payment)
      else {
        log.error({ provider: 'paystack', operation: 'listPayments', fields: read.problem }, 'an unreadable payment')
        if (foreign === null) unreadable.push(read.problem)
        else notOurs.push(foreign)
      }
    }
    if (unreadable.length > 0 && unreadable.length === reply.data.length)
      return unknown('a list of payments in another shape')
    const nextPage = hasNext(reply.meta, page, reply.data.length) ? page + 1 : null
    return { outcome: 'succeeded', value: { payments, notOurs, unreadable, nextPage } }
  }
}

const channelOf = z.object({ channel: z.string() })

/** Of a row that cannot be read. What cannot be told counts as ours, unless the row is in another currency. */
function mayBeOurs(row: unknown, isOurs: (reference: string) => boolean): boolean {
  const { reference, isOtherCurrency } = marksOf(row)
  if (isOtherCurrency) return false
  const read = channelOf.safeParse(row)
  if (!read.success || ISSUED_ACCOUNT_CHANNELS.has(read.data.channel)) return true
  return reference === 'unreadable' || (reference !== 'none' && isOurs(reference.text))
}

const hasMoved = (word: string) => paymentStatus(word) === 'success'
