import { SANDBOX_BANK } from '#sandbox/banks.ts'
import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { Customer, IssuedAccount, Payment } from '#sandbox/events.ts'
import type { Fault } from '#sandbox/faults.ts'
import type { PaystackOperation } from '#sandbox/operations.ts'
import type { World } from '#sandbox/world.ts'
import { type Answer, accepted, koboOf, objectOf, refuse, textOf } from './answers.ts'
import { customerFrom } from './customers.ts'
import { newAccountNumber, sandboxAccountName } from './dedicated-accounts.ts'
import { paymentData } from './payment-body.ts'

/** A requested expiry is moved into these bounds; the default is the longest. */
const CHARGE_LIFETIME_MIN_MS = 15 * 60_000
const CHARGE_LIFETIME_MAX_MS = 8 * 60 * 60_000
/** The lifetime under the fault `short-lived`, whatever was requested. */
const SHORT_LIFETIME_MS = 5_000

const REFERENCE = /^[A-Za-z0-9.=-]{1,100}$/

export function chargeEndpoints(world: World): Endpoint<PaystackOperation>[] {
  return [
    { method: 'POST', path: '/charge', operation: 'charge', handle: (call) => create(world, call) },
    {
      method: 'GET',
      path: '/charge/:reference',
      operation: 'charge-verify',
      handle: (call) => check(world, call),
    },
  ]
}

/** Pay with transfer: an account number that belongs to this one payment, until it expires. */
function create(world: World, { body, fault }: Call): Answer {
  const amountKobo = koboOf(body, 'amount')
  if (amountKobo === null || amountKobo === 0n) return refuse('charge-amount-invalid')
  const bankTransfer = objectOf(body, 'bank_transfer')
  if (bankTransfer === null) return refuse('charge-channel-unknown')
  const reference = textOf(body, 'reference') ?? world.newDigits(16)
  if (!REFERENCE.test(reference)) return refuse('charge-reference-invalid')
  if (world.state.payments.has(reference)) {
    return refuse('charge-reference-used')
  }
  const customer = customerFrom(world, body)
  if ('http' in customer) return customer
  const accountNumber = newAccountNumber(world)
  if (accountNumber === null) return refuse('numbers-used-up')
  const payment = expectedPayment(world, { customer, amountKobo, reference, accountNumber, body })
  const lifetimeMs = lifetimeMsOf(world, textOf(bankTransfer, 'account_expires_at'), fault)
  const account = accountOfPayment(world, customer, payment, lifetimeMs)
  world.record([
    { type: 'account.issued', account },
    { type: 'payment.expected', payment },
  ])
  return accepted('Charge attempted', {
    reference,
    status: 'pending_bank_transfer',
    display_text: 'Please make a transfer to the account specified',
    account_name: account.accountName,
    account_number: accountNumber,
    bank: SANDBOX_BANK,
    account_expires_at: account.expiresAt,
  })
}

type Order = {
  customer: Customer
  amountKobo: bigint
  reference: string
  accountNumber: string
  body: Call['body']
}

function expectedPayment(world: World, order: Order): Payment {
  return {
    id: world.nextId(),
    reference: order.reference,
    channel: 'bank_transfer',
    customerCode: order.customer.code,
    accountNumber: order.accountNumber,
    amountKobo: order.amountKobo,
    requestedKobo: order.amountKobo,
    feeKobo: 0n,
    status: 'ongoing',
    metadata: objectOf(order.body, 'metadata'),
    senderName: null,
    narration: null,
    createdAt: world.now().toISOString(),
    paidAt: null,
  }
}

function lifetimeMsOf(world: World, uncheckedExpiry: string | null, fault: Fault | null): number {
  if (fault?.fault === 'short-lived') return fault.delayMs ?? SHORT_LIFETIME_MS
  const askedMs = Date.parse(uncheckedExpiry ?? '') - world.now().getTime()
  if (Number.isNaN(askedMs)) return CHARGE_LIFETIME_MAX_MS
  return Math.min(Math.max(askedMs, CHARGE_LIFETIME_MIN_MS), CHARGE_LIFETIME_MAX_MS)
}

function accountOfPayment(world: World, customer: Customer, payment: Payment, lifetimeMs: number): IssuedAccount {
  const now = world.now()
  return {
    id: world.nextId(),
    accountNumber: payment.accountNumber,
    accountName: sandboxAccountName(customer),
    customerCode: customer.code,
    purpose: 'payment',
    paymentReference: payment.reference,
    expiresAt: new Date(now.getTime() + lifetimeMs).toISOString(),
    createdAt: now.toISOString(),
  }
}

/** "Check pending charge": `pending` until the money is there, `failed` once the account has expired. */
function check(world: World, { params, fault }: Call): Answer {
  const payment = world.state.payments.get(params.reference ?? '')
  if (payment === undefined || payment.channel !== 'bank_transfer' || fault?.fault === 'not-found-then-success') {
    return refuse('charge-unknown')
  }
  if (payment.status === 'success' && fault?.fault !== 'pending') {
    return accepted('Reference check successful', paymentData(world, payment))
  }
  const expiresAt = world.state.accounts.get(payment.accountNumber)?.expiresAt ?? null
  const expired = expiresAt !== null && world.now().getTime() >= Date.parse(expiresAt)
  return accepted('Reference check successful', {
    reference: payment.reference,
    status: expired && fault === null ? 'failed' : 'pending',
    ...(expired ? { message: 'Transaction has expired' } : {}),
  })
}
