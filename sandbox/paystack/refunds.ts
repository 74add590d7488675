import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { Payment, Refund } from '#sandbox/events.ts'
import type { PaystackOperation } from '#sandbox/operations.ts'
import type { Untimed, World } from '#sandbox/world.ts'
import { type Answer, accepted, koboOf, pageOf, refuse, textOf } from './answers.ts'
import { customerBrief, DOMAIN, INTEGRATION, koboNumber } from './bodies.ts'
import { paymentData } from './payment-body.ts'
import { announcement } from './webhooks.ts'

const REFUND_EXPECTED_MS = 24 * 60 * 60_000

export function refundEndpoints(world: World): Endpoint<PaystackOperation>[] {
  return [
    { method: 'POST', path: '/refund', operation: 'refund', handle: (call) => create(world, call) },
    { method: 'GET', path: '/refund', operation: 'refund', handle: (call) => list(world, call) },
  ]
}

function create(world: World, { body }: Call): Answer {
  const key = textOf(body, 'transaction')
  if (key === null) return refuse('refund-transaction-missing')
  const payment =
    world.state.payments.get(key) ?? [...world.state.payments.values()].find((each) => String(each.id) === key)
  if (payment === undefined) return refuse('refund-transaction-unknown')
  if (payment.status !== 'success') return refuse('refund-unpaid')
  const amountKobo = body.amount === undefined ? payment.amountKobo : koboOf(body, 'amount')
  if (amountKobo === null || amountKobo === 0n) return refuse('refund-amount-invalid')
  if (amountKobo + refundedKobo(world, payment) > payment.amountKobo) {
    return refuse('refund-used-up')
  }
  if (amountKobo > world.state.balanceKobo) {
    return refuse('refund-balance-low')
  }
  const refund = newRefund(world, payment, amountKobo, body)
  world.record([
    { type: 'refund.saved', refund },
    ...told(world, refund, payment, 'refund.pending'),
    { type: 'refund.saved', refund: { ...refund, status: 'processed' } },
    ...told(world, refund, payment, 'refund.processed'),
  ])
  return accepted('Refund has been queued for processing', refundAccepted(world, refund, payment))
}

function refundedKobo(world: World, payment: Payment): bigint {
  return [...world.state.refunds.values()]
    .filter((refund) => refund.paymentReference === payment.reference)
    .reduce((sum, refund) => sum + refund.amountKobo, 0n)
}

function newRefund(world: World, payment: Payment, amountKobo: bigint, body: Call['body']): Refund {
  return {
    id: world.nextId(),
    reference: `TRF_${world.newDigits(14)}`,
    paymentReference: payment.reference,
    amountKobo,
    status: 'pending',
    customerNote: textOf(body, 'customer_note') ?? `Refund for transaction ${payment.reference}`,
    merchantNote: textOf(body, 'merchant_note') ?? `Refund for transaction ${payment.reference}`,
    createdAt: world.now().toISOString(),
  }
}

/** The amount is a number in one event and a text in the other: both occur in Paystack's own samples. */
function told(world: World, refund: Refund, payment: Payment, event: 'refund.pending' | 'refund.processed'): Untimed[] {
  const pending = event === 'refund.pending'
  const customer = world.state.customers.get(payment.customerCode)
  return announcement(world, event, {
    status: pending ? 'pending' : 'processed',
    transaction_reference: payment.reference,
    refund_reference: pending ? null : refund.reference,
    amount: pending ? koboNumber(refund.amountKobo) : refund.amountKobo.toString(),
    currency: 'NGN',
    processor: 'sandbox',
    customer: customer === undefined ? null : customerBrief(customer),
    integration: INTEGRATION,
    domain: DOMAIN,
  })
}

function refundAccepted(world: World, refund: Refund, payment: Payment) {
  return {
    transaction: {
      ...paymentData(world, payment),
      authorization: { exp_month: null, exp_year: null, account_name: null },
      plan: {},
      subaccount: { currency: null },
    },
    integration: INTEGRATION,
    deducted_amount: 0,
    channel: null,
    merchant_note: refund.merchantNote,
    customer_note: refund.customerNote,
    status: 'pending',
    refunded_by: 'sandbox@jara.example',
    expected_at: expectedAt(refund),
    currency: 'NGN',
    domain: DOMAIN,
    amount: koboNumber(refund.amountKobo),
    fully_deducted: false,
    id: refund.id,
    createdAt: refund.createdAt,
    updatedAt: refund.createdAt,
  }
}

function expectedAt(refund: Refund): string {
  return new Date(Date.parse(refund.createdAt) + REFUND_EXPECTED_MS).toISOString()
}

function list(world: World, { query }: Call): Answer {
  const { items, meta } = pageOf([...world.state.refunds.values()].reverse(), query)
  return accepted(
    'Refunds retrieved',
    items.map((refund) => listed(world, refund)),
    meta,
  )
}

function listed(world: World, refund: Refund) {
  return {
    id: refund.id,
    integration: INTEGRATION,
    domain: DOMAIN,
    transaction: world.state.payments.get(refund.paymentReference)?.id ?? 0,
    dispute: null,
    amount: koboNumber(refund.amountKobo),
    deducted_amount: koboNumber(refund.amountKobo),
    currency: 'NGN',
    channel: 'sandbox',
    settlement: null,
    refunded_by: 'sandbox@jara.example',
    refunded_at: refund.status === 'processed' ? refund.createdAt : null,
    expected_at: expectedAt(refund),
    customer_note: refund.customerNote,
    merchant_note: refund.merchantNote,
    fully_deducted: 1,
    transaction_reference: refund.paymentReference,
    created_at: refund.createdAt,
    updated_at: refund.createdAt,
    status: refund.status,
  }
}
