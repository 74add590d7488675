import { isUnknownAccount } from '#sandbox/banks.ts'
import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { Customer } from '#sandbox/events.ts'
import type { PaystackOperation } from '#sandbox/operations.ts'
import type { Untimed, World } from '#sandbox/world.ts'
import { type Answer, accepted, objectOf, pageOf, refuse, textOf } from './answers.ts'
import { customerBrief, customerData } from './bodies.ts'
import { announcement } from './webhooks.ts'

export function customerEndpoints(world: World): Endpoint<PaystackOperation>[] {
  return [
    { method: 'POST', path: '/customer', operation: 'customer', handle: ({ body }) => create(world, body) },
    { method: 'GET', path: '/customer', operation: 'customer', handle: (call) => list(world, call) },
    { method: 'GET', path: '/customer/:code', operation: 'customer', handle: (call) => fetchOne(world, call) },
    {
      method: 'POST',
      path: '/customer/:code/identification',
      operation: 'identification',
      handle: (call) => identify(world, call),
    },
  ]
}

/** Finds a customer by code, email or numeric id: Paystack accepts all three. */
export function findCustomer(world: World, uncheckedKey: string | null): Customer | undefined {
  const key = (uncheckedKey ?? '').toLowerCase()
  const { customers, customerCodeByEmail } = world.state
  const byCode = customers.get(uncheckedKey ?? '') ?? customers.get(customerCodeByEmail.get(key) ?? '')
  if (byCode !== undefined || !/^\d+$/.test(key)) return byCode
  return [...customers.values()].find((customer) => String(customer.id) === key)
}

/** Creates a customer, or returns the existing one with this email. Refuses an invalid email. */
export function customerFrom(world: World, body: Call['body']): Customer | Answer {
  const email = textOf(body, 'email')?.toLowerCase() ?? null
  if (email === null) return refuse('customer-email-missing')
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return refuse('customer-email-invalid')
  const known = findCustomer(world, email)
  if (known !== undefined) return known
  const customer: Customer = {
    id: world.nextId(),
    code: world.newCode('CUS'),
    email,
    firstName: textOf(body, 'first_name') ?? '',
    lastName: textOf(body, 'last_name') ?? '',
    phone: textOf(body, 'phone'),
    metadata: objectOf(body, 'metadata'),
    identified: false,
    createdAt: world.now().toISOString(),
  }
  world.record([{ type: 'customer.saved', customer }])
  return customer
}

function create(world: World, body: Call['body']): Answer {
  const customer = customerFrom(world, body)
  return 'http' in customer ? customer : accepted('Customer created', customerData(customer))
}

function list(world: World, { query }: Call): Answer {
  const { items, meta } = pageOf([...world.state.customers.values()].reverse(), query)
  const data = items.map((customer) => {
    const { transactions: _, subscriptions: __, authorizations: ___, ...row } = customerData(customer)
    return row
  })
  return accepted('Customers retrieved', data, meta)
}

function fetchOne(world: World, { params }: Call): Answer {
  const customer = findCustomer(world, params.code ?? null)
  if (customer === undefined) return refuse('customer-unknown')
  const accounts = [...world.state.accounts.values()].filter(
    (account) => account.customerCode === customer.code && account.purpose === 'customer',
  )
  return accepted('Customer retrieved', {
    ...customerData(customer),
    created_at: customer.createdAt,
    updated_at: customer.createdAt,
    total_transactions: 0,
    total_transaction_value: [],
    dedicated_account: null,
    dedicated_accounts: accounts.map((account) => ({ id: account.id, account_number: account.accountNumber })),
  })
}

/** Responds at once; the outcome follows as a webhook. Account numbers that belong to nobody fail. */
function identify(world: World, { params, body }: Call): Answer {
  const customer = findCustomer(world, params.code ?? null)
  if (customer === undefined) return refuse('customer-unknown')
  if (textOf(body, 'type') !== 'bank_account') return refuse('identification-type-missing')
  // Eleven digits; Paystack's own test value, 222222222221, has twelve.
  if (!/^\d{11,12}$/.test(textOf(body, 'bvn') ?? '')) {
    return refuse('identification-bvn-invalid')
  }
  if (textOf(body, 'account_number') === null) return refuse('identification-account-missing')
  if (textOf(body, 'bank_code') === null) return refuse('identification-bank-missing')
  world.record(identificationFacts(world, customer, body))
  return accepted('Customer Identification in progress', undefined, undefined, 202)
}

/** The outcome of an identification, with the webhook that reports it. Numbers are masked. */
export function identificationFacts(world: World, customer: Customer, body: Call['body']): Untimed[] {
  const accountNumber = textOf(body, 'account_number') ?? ''
  const failed = isUnknownAccount(accountNumber)
  const told = announcement(world, `customeridentification.${failed ? 'failed' : 'success'}`, {
    customer_id: failed ? customer.id : String(customer.id),
    customer_code: customer.code,
    email: customer.email,
    identification: {
      country: 'NG',
      type: 'bank_account',
      bvn: masked(textOf(body, 'bvn') ?? ''),
      account_number: masked(accountNumber),
      bank_code: textOf(body, 'bank_code'),
    },
    ...(failed ? { reason: 'Account number or BVN is incorrect' } : {}),
  })
  return failed ? told : [{ type: 'customer.saved', customer: { ...customer, identified: true } }, ...told]
}

function masked(digits: string): string {
  return `${digits.slice(0, 3)}***${digits.slice(-3)}`
}

/** The customer as webhooks show it. */
export function toldCustomer(customer: Customer) {
  return { ...customerBrief(customer), metadata: customer.metadata ?? {} }
}
