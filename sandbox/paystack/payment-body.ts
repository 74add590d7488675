import { SANDBOX_BANK } from '#sandbox/banks.ts'
import type { Customer, Payment } from '#sandbox/events.ts'
import type { World } from '#sandbox/world.ts'
import { customerBrief, DOMAIN, koboNumber } from './bodies.ts'

/** A transaction as verify, list, fetch and `charge.success` show it; both spellings of each date are Paystack's. */
export function paymentData(world: World, payment: Payment) {
  const customer = world.state.customers.get(payment.customerCode)
  return {
    id: payment.id,
    domain: DOMAIN,
    status: payment.status,
    reference: payment.reference,
    receipt_number: null,
    amount: koboNumber(payment.amountKobo),
    message: null,
    gateway_response: payment.status === 'success' ? 'Approved' : 'Pending',
    helpdesk_link: null,
    paid_at: payment.paidAt,
    created_at: payment.createdAt,
    channel: payment.channel,
    currency: 'NGN',
    ip_address: null,
    metadata: metadataOf(payment),
    log: null,
    fees: payment.paidAt === null ? null : koboNumber(payment.feeKobo),
    fees_split: null,
    authorization: payment.paidAt === null ? {} : authorizationOf(payment),
    customer: customer === undefined ? null : customerOf(customer),
    plan: null,
    split: {},
    order_id: null,
    paidAt: payment.paidAt,
    createdAt: payment.createdAt,
    requested_amount: koboNumber(payment.requestedKobo),
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: payment.createdAt,
    plan_object: {},
    subaccount: {},
  }
}

/** Metadata is an object if there is any, otherwise an empty text. */
function metadataOf(payment: Payment): Record<string, unknown> | string {
  if (payment.channel === 'bank_transfer') return payment.metadata ?? ''
  return {
    receiver_account_number: payment.accountNumber,
    receiver_bank: SANDBOX_BANK.name,
    receiver_account_type: null,
    custom_fields: [
      { display_name: 'Receiver Account', variable_name: 'receiver_account_number', value: payment.accountNumber },
      { display_name: 'Receiver Bank', variable_name: 'receiver_bank', value: SANDBOX_BANK.name },
    ],
  }
}

function customerOf(customer: Customer) {
  return { ...customerBrief(customer), metadata: customer.metadata ?? {} }
}

/** Who paid, from which account (masked, as Paystack does) into which. */
function authorizationOf(payment: Payment) {
  const sender = String(payment.id).slice(-4)
  const paid = new Date(payment.paidAt ?? payment.createdAt)
  return {
    authorization_code: `AUTH_${payment.id.toString(36)}`,
    bin: '008XXX',
    last4: `X${sender.slice(1)}`,
    exp_month: String(paid.getUTCMonth() + 1).padStart(2, '0'),
    exp_year: String(paid.getUTCFullYear()),
    channel: payment.channel,
    card_type: 'transfer',
    bank: 'Sandbox Bank App',
    country_code: 'NG',
    brand: 'Managed Account',
    reusable: false,
    signature: null,
    account_name: null,
    sender_country: 'NG',
    sender_bank: 'Sandbox Bank App',
    sender_bank_account_number: `XXXXXX${sender}`,
    sender_name: payment.senderName,
    narration: payment.narration,
    receiver_bank_account_number: payment.accountNumber,
    receiver_bank: SANDBOX_BANK.name,
  }
}
