import type { Call, Endpoint } from '../endpoint.ts'
import type { Payment } from '../facts.ts'
import type { PaystackOperation } from '../faults.ts'
import type { World } from '../world.ts'
import { type Answer, accepted, notFound, pageOf } from './answers.ts'
import { koboNumber } from './bodies.ts'
import { findCustomer } from './customers.ts'
import { paymentData } from './payment-body.ts'
import { isBetween } from './transfers.ts'

const ONE_NAIRA_KOBO = 100n

export function paymentEndpoints(world: World): Endpoint<PaystackOperation>[] {
  return [
    {
      method: 'GET',
      path: '/transaction/verify/:reference',
      operation: 'payment-verify',
      handle: (call) => verify(world, call),
    },
    { method: 'GET', path: '/transaction', operation: 'payments', handle: (call) => list(world, call) },
    { method: 'GET', path: '/transaction/:id', operation: 'payment-verify', handle: (call) => fetchOne(world, call) },
  ]
}

function verify(world: World, call: Call): Answer {
  return told(world, call, world.state.payments.get(call.params.reference ?? ''), 'Verification successful')
}

function fetchOne(world: World, call: Call): Answer {
  const payment = [...world.state.payments.values()].find((each) => String(each.id) === call.params.id)
  return told(world, call, payment, 'Transaction retrieved')
}

function told(world: World, { fault }: Call, payment: Payment | undefined, message: string): Answer {
  if (payment === undefined || fault?.fault === 'not-found-then-success') {
    return notFound('Transaction reference not found.', 'transaction_not_found')
  }
  if (fault?.fault === 'pending') {
    return accepted(message, paymentData(world, { ...payment, status: 'ongoing', paidAt: null }))
  }
  if (fault?.fault === 'wrong-amount') {
    return accepted(message, paymentData(world, { ...payment, amountKobo: payment.amountKobo - ONE_NAIRA_KOBO }))
  }
  return accepted(message, paymentData(world, payment))
}

/** Newest first; `from` and `to` look at when the payment was begun. */
function list(world: World, { query }: Call): Answer {
  const { from, to, status, customer } = query
  const customerCode = customer === undefined ? null : (findCustomer(world, customer)?.code ?? '')
  const payments = [...world.state.payments.values()]
    .filter((payment) => status === undefined || payment.status === status)
    .filter((payment) => customerCode === null || payment.customerCode === customerCode)
    .filter((payment) => isBetween(payment.createdAt, from, to))
    .reverse()
  const { items, meta } = pageOf(payments, query)
  const volumeKobo = payments.reduce((sum, payment) => sum + payment.amountKobo, 0n)
  return accepted(
    'Transactions retrieved',
    items.map((payment) => listed(world, payment)),
    {
      ...meta,
      total_volume: koboNumber(volumeKobo),
    },
  )
}

/** Rows of the list have `null` where a single answer has an empty text, and no `plan`. */
function listed(world: World, payment: Payment) {
  const data = paymentData(world, payment)
  return { ...data, metadata: data.metadata === '' ? null : data.metadata, plan: {} }
}
