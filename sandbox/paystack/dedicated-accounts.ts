import { isUnknownAccount, SANDBOX_BANK } from '#sandbox/banks.ts'
import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { Customer, IssuedAccount } from '#sandbox/events.ts'
import type { PaystackOperation } from '#sandbox/operations.ts'
import type { World } from '#sandbox/world.ts'
import { type Answer, accepted, pageOf, refuse, textOf } from './answers.ts'
import { accountData } from './bodies.ts'
import { customerFrom, findCustomer, identificationFacts, toldCustomer } from './customers.ts'
import { announcement } from './webhooks.ts'

/** Account numbers issued here run from 0000000000 to 0000099999. */
const NUMBERS_MAX = 100_000
/** Visits every number without making neighbours look alike: it shares no factor with NUMBERS_MAX. */
const NUMBER_STRIDE = 37_501
const NUMBER_OFFSET = 10_007
/** A Nigerian phone number, with or without the country code. */
const PHONE = /^(?:\+?234|0)[789]\d{9}$/

export function dedicatedAccountEndpoints(world: World): Endpoint<PaystackOperation>[] {
  const issuing = { operation: 'dedicated-account' } as const
  const reading = { operation: 'dedicated-accounts' } as const
  return [
    { method: 'POST', path: '/dedicated_account', ...issuing, handle: (call) => create(world, call) },
    { method: 'POST', path: '/dedicated_account/assign', ...issuing, handle: (call) => assign(world, call) },
    { method: 'GET', path: '/dedicated_account', ...reading, handle: (call) => list(world, call) },
    { method: 'GET', path: '/dedicated_account/available_providers', ...reading, handle: () => providers() },
    { method: 'GET', path: '/dedicated_account/requery', ...reading, handle: (call) => requery(world, call) },
    { method: 'GET', path: '/dedicated_account/:id', ...reading, handle: (call) => fetchOne(world, call) },
  ]
}

/**
 * The next free account number. It begins with five zeros, and the account name with "SANDBOX /", so that nobody
 * mistakes it for an account at a real bank. Null when all 100,000 are used.
 */
export function newAccountNumber(world: World): string | null {
  const count = world.state.accounts.size
  if (count >= NUMBERS_MAX) return null
  return String((count * NUMBER_STRIDE + NUMBER_OFFSET) % NUMBERS_MAX).padStart(10, '0')
}

export function sandboxAccountName(customer: Customer): string {
  const name = `${customer.firstName} ${customer.lastName}`.trim()
  return `SANDBOX / ${(name === '' ? customer.email : name).toUpperCase()}`
}

/** The customer's permanent account number: a second request returns the same one. Null if none are left. */
function accountFor(world: World, customer: Customer): IssuedAccount | null {
  const known = accountOf(world, customer)
  if (known !== undefined) return known
  const accountNumber = newAccountNumber(world)
  if (accountNumber === null) return null
  const account: IssuedAccount = {
    id: world.nextId(),
    accountNumber,
    accountName: sandboxAccountName(customer),
    customerCode: customer.code,
    purpose: 'customer',
    paymentReference: null,
    expiresAt: null,
    createdAt: world.now().toISOString(),
  }
  world.record([{ type: 'account.issued', account }])
  return account
}

function accountOf(world: World, customer: Customer): IssuedAccount | undefined {
  const number = world.state.accountNumberByCustomer.get(customer.code)
  return number === undefined ? undefined : world.state.accounts.get(number)
}

function create(world: World, { body }: Call): Answer {
  const refusal = wrongBank(body)
  if (refusal !== null) return refusal
  const known = findCustomer(world, textOf(body, 'customer'))
  if (known === undefined) return refuse('customer-unknown')
  const customer = withDetails(known, body)
  const objection = objectionTo(world, customer)
  if (objection !== null) return objection
  if (customer !== known) world.record([{ type: 'customer.saved', customer }])
  const account = accountFor(world, customer)
  return account === null
    ? refuse('numbers-used-up')
    : accepted('NUBAN successfully created', accountData(account, customer))
}

/** A name and phone number in the request complete a customer who was created without them. */
function withDetails(customer: Customer, body: Call['body']): Customer {
  const firstName = textOf(body, 'first_name') ?? customer.firstName
  const lastName = textOf(body, 'last_name') ?? customer.lastName
  const phone = textOf(body, 'phone') ?? customer.phone
  const isSame = firstName === customer.firstName && lastName === customer.lastName && phone === customer.phone
  return isSame ? customer : { ...customer, firstName, lastName, phone }
}

/** Why Paystack refuses an account: it needs full name, email and phone, and limits how many a business has. */
function objectionTo(world: World, customer: Customer): Answer | null {
  if (customer.firstName === '' || customer.lastName === '') return refuse('account-name-missing')
  if (customer.phone === null) return refuse('account-phone-missing')
  if (!PHONE.test(customer.phone)) return refuse('account-phone-invalid', { phone: customer.phone })
  const isKnown = accountOf(world, customer) !== undefined
  const issued = world.state.accountNumberByCustomer.size
  return isKnown || issued < world.dedicatedAccountsMax ? null : refuse('account-limit-reached')
}

function wrongBank(body: Call['body']): Answer | null {
  const slug = textOf(body, 'preferred_bank')
  if (slug === null) return refuse('account-field-missing', { field: 'Preferred bank' })
  return slug === SANDBOX_BANK.slug ? null : refuse('account-bank-unknown')
}

/** One call for customer, identification and account. Responds at once; webhooks report the outcome. */
function assign(world: World, { body }: Call): Answer {
  for (const field of ['email', 'first_name', 'last_name', 'phone', 'country']) {
    if (textOf(body, field) === null) return refuse('account-field-missing', { field })
  }
  const refusal = wrongBank(body)
  if (refusal !== null) return refusal
  const customer = customerFrom(world, body)
  if ('http' in customer) return customer
  const objection = objectionTo(world, withDetails(customer, body))
  if (objection !== null) return objection
  const account = isUnknownAccount(textOf(body, 'account_number') ?? '') ? null : accountFor(world, customer)
  const status = account === null ? 'failed' : 'success'
  world.record([
    ...(textOf(body, 'account_number') === null ? [] : identificationFacts(world, customer, body)),
    ...announcement(world, `dedicatedaccount.assign.${status}`, {
      customer: toldCustomer(customer),
      dedicated_account: account === null ? null : accountData(account, customer),
      identification: { status },
    }),
  ])
  return accepted('Assign dedicated account in progress')
}

function list(world: World, { query }: Call): Answer {
  const { items, meta } = pageOf(accountsListed(world, query.customer), query)
  return accepted(
    'Managed accounts successfully retrieved',
    items.flatMap((account) => dataOf(world, account).map((data) => ({ ...data, split_config: null }))),
    meta,
  )
}

/** One customer's accounts, by code, email or id; without a key everybody's, newest first. */
function accountsListed(world: World, customerKey: string | undefined): IssuedAccount[] {
  if (customerKey === undefined) {
    return [...world.state.accounts.values()].filter((account) => account.purpose === 'customer').reverse()
  }
  const customer = findCustomer(world, customerKey)
  const account = customer === undefined ? undefined : accountOf(world, customer)
  return account === undefined ? [] : [account]
}

function dataOf(world: World, account: IssuedAccount) {
  const customer = world.state.customers.get(account.customerCode)
  return customer === undefined ? [] : [accountData(account, customer)]
}

function fetchOne(world: World, { params }: Call): Answer {
  const account = [...world.state.accounts.values()].find((each) => String(each.id) === params.id)
  const data = account === undefined ? undefined : dataOf(world, account)[0]
  return data === undefined ? refuse('account-unknown') : accepted('Customer retrieved', data)
}

function providers(): Answer {
  return accepted('Dedicated account providers retrieved', [
    { provider_slug: SANDBOX_BANK.slug, bank_id: SANDBOX_BANK.id, bank_name: SANDBOX_BANK.name, id: 1 },
  ])
}

/** Returns nothing itself: a payment it found would follow as `charge.success`. This world never misses one. */
function requery(world: World, { query }: Call): Answer {
  if (world.state.accounts.get(query.account_number ?? '') === undefined) {
    return refuse('account-unknown')
  }
  return accepted('We are checking the status of your transfer. We will send you a notification once it is confirmed')
}
