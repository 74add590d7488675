import { SANDBOX_BANK } from '#sandbox/banks.ts'
import type { Customer, IssuedAccount, Recipient, Transfer } from '#sandbox/events.ts'
import type { World } from '#sandbox/world.ts'

/** The merchant account at the simulated Paystack. */
export const INTEGRATION = 100_043
export const DOMAIN = 'test'

/** JSON numbers are exact up to 2^53; amounts here never come near. */
export function koboNumber(amountKobo: bigint): number {
  return Number(amountKobo)
}

export function customerBrief(customer: Customer) {
  return {
    id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    customer_code: customer.code,
    phone: customer.phone,
    metadata: customer.metadata,
    risk_action: 'default',
    international_format_phone: customer.phone === null ? null : customer.phone.replace(/^0/, '+234'),
  }
}

export function customerData(customer: Customer) {
  const { international_format_phone: _, ...brief } = customerBrief(customer)
  return {
    transactions: [],
    subscriptions: [],
    authorizations: [],
    ...brief,
    integration: INTEGRATION,
    domain: DOMAIN,
    identified: customer.identified,
    identifications: null,
    createdAt: customer.createdAt,
    updatedAt: customer.createdAt,
  }
}

export function accountData(account: IssuedAccount, customer: Customer) {
  return {
    bank: SANDBOX_BANK,
    account_name: account.accountName,
    account_number: account.accountNumber,
    assigned: true,
    currency: 'NGN',
    metadata: null,
    active: true,
    id: account.id,
    created_at: account.createdAt,
    updated_at: account.createdAt,
    assignment: {
      integration: INTEGRATION,
      assignee_id: customer.id,
      assignee_type: 'Customer',
      expired: false,
      account_type: 'PAY-WITH-TRANSFER-RECURRING',
      assigned_at: account.createdAt,
      expired_at: null,
    },
    split_config: {},
    customer: customerBrief(customer),
  }
}

/** `details.account_name` is null in Paystack's real answers to a creation, whatever both contract files say. */
export function recipientData(recipient: Recipient, accountName: string | null = recipient.accountName) {
  return {
    active: true,
    createdAt: recipient.createdAt,
    currency: 'NGN',
    description: recipient.description,
    domain: DOMAIN,
    email: null,
    id: recipient.id,
    integration: INTEGRATION,
    metadata: recipient.metadata,
    name: recipient.name,
    recipient_code: recipient.code,
    type: 'nuban',
    updatedAt: recipient.createdAt,
    is_deleted: false,
    isDeleted: false,
    details: {
      authorization_code: null,
      account_number: recipient.accountNumber,
      account_name: accountName,
      bank_code: recipient.bankCode,
      bank_name: recipient.bankName,
    },
  }
}

/** The answer to `POST /transfer`: the recipient is a number here, an object everywhere else. */
export function transferAccepted(transfer: Transfer, recipient: Recipient, askedKobo: bigint, status: string) {
  return {
    transfersessionid: [],
    transfertrials: [],
    domain: DOMAIN,
    amount: koboNumber(askedKobo),
    currency: 'NGN',
    reference: transfer.reference,
    source: 'balance',
    source_details: null,
    reason: transfer.reason,
    status,
    failures: null,
    transfer_code: transfer.code,
    titan_code: null,
    transferred_at: null,
    id: transfer.id,
    integration: INTEGRATION,
    request: transfer.id + 1,
    recipient: recipient.id,
    createdAt: transfer.createdAt,
    updatedAt: transfer.createdAt,
  }
}

/** A transfer as verify and the list show it. */
export function transferData(world: World, transfer: Transfer) {
  const recipient = world.state.recipients.get(transfer.recipientCode)
  return {
    amount: koboNumber(transfer.amountKobo),
    createdAt: transfer.createdAt,
    currency: 'NGN',
    domain: DOMAIN,
    failures: null,
    id: transfer.id,
    integration: INTEGRATION,
    reason: transfer.reason,
    reference: transfer.reference,
    request: transfer.id + 1,
    source: 'balance',
    source_details: null,
    status: transfer.status,
    titan_code: null,
    transfer_code: transfer.code,
    transferred_at: transfer.transferredAt,
    updatedAt: transfer.updatedAt,
    recipient: recipient === undefined ? null : recipientData(recipient),
    session: { provider: 'nip', id: `999999${String(transfer.id).padStart(24, '0')}` },
    fee_charged: koboNumber(transfer.feeKobo),
    fees_breakdown: null,
    gateway_response: gatewayResponse(transfer),
  }
}

function gatewayResponse(transfer: Transfer): string | null {
  if (transfer.status === 'success') return 'Approved or completed successfully'
  if (transfer.status === 'failed') return "The recipient's bank declined the transfer"
  return transfer.status === 'reversed' ? "The recipient's bank sent the money back" : null
}
