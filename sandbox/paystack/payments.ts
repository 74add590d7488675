import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { Payment } from '#sandbox/events.ts'
import type { PaystackOperation } from '#sandbox/operations.ts'
import type { World } from '#sandbox/world.ts'
import { type Answer, accepted, pageOf, refuse } from './answers.ts'
import { koboNumber } from './bodies.ts'
import { findCustomer } from './customers.ts'
import { toldLines, toldPayment } from './faulty-responses.ts'
import { paymentData } from './payment-body.ts'
import { isBetween } from './transfers.ts'

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
    return unknownReference
  }
  const data = toldPayment(world, payment, fault)
  return data === null ? unknownReference : accepted(message, data)
}

const unknownReference = refuse('payment-unknown')

/** Newest first; `from` and `to` refer to when the payment began. */
function list(world: World, { query, fault }: Call): Answer {
  const { from, to, status, customer } = query
  const customerCode = customer === undefined ? null : (findCustomer(world, customer)?.code ?? '')
  const payments = [...world.state.payments.values()]
    .filter((payment) => status === undefined || payment.status === status)
    .filter((payment) => customerCode === null || payment.customerCode === customerCode)
    .filter((payment) => isBetween(payment.createdAt, from, to))
    .reverse()
  const { items, meta } = pageOf(payments, query)
  const volumeKobo = payments.reduce((sum, payment) => sum + payment.amountKobo, 0n)
  const lines = items.map((payment) => listed(world, payment))
  return accepted('Transactions retrieved', toldLines(lines, fault), { ...meta, total_volume: koboNumber(volumeKobo) })
}

/** Rows of the list have `null` where a single answer has an empty text, and no `plan`. */
function listed(world: World, payment: Payment) {
  const data = paymentData(world, payment)
  return { ...data, metadata: data.metadata === '' ? null : data.metadata, plan: {} }
}
