/**
 * Schemas written by hand from Paystack's published examples, because the contract files lack them: neither has
 * `bank_transfer` in a charge, and the community's webhook schema rejects every official example.
 */

const text = { type: 'string', minLength: 1 } as const
const whole = { type: 'integer' } as const
const maybeText = { type: ['string', 'null'] } as const
const instant = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' } as const

function object(properties: Record<string, object>) {
  return { type: 'object', required: Object.keys(properties), properties }
}

function webhook(event: string, data: Record<string, object>) {
  return { ...object({ event: { const: event }, data: object(data) }), additionalProperties: false }
}

const customer = object({
  id: whole,
  first_name: text,
  last_name: text,
  email: text,
  customer_code: text,
  phone: maybeText,
})
const bank = object({ name: text, id: whole, slug: text })

/** The reply to `POST /charge` with `bank_transfer`. It contains no amount. */
export const PAY_WITH_TRANSFER = {
  ...object({
    status: { const: true },
    message: { const: 'Charge attempted' },
    data: {
      ...object({
        reference: text,
        status: { const: 'pending_bank_transfer' },
        display_text: text,
        account_name: text,
        account_number: { type: 'string', pattern: '^00000\\d{5}$' },
        bank,
        account_expires_at: instant,
      }),
      additionalProperties: false,
    },
  }),
}

const recipient = object({
  id: whole,
  recipient_code: { type: 'string', pattern: '^RCP_' },
  name: text,
  type: { const: 'nuban' },
  currency: { const: 'NGN' },
  details: object({ account_number: text, account_name: text, bank_code: text, bank_name: text }),
})

function transfer(status: string) {
  return webhook(`transfer.${status}`, {
    id: whole,
    domain: { const: 'test' },
    status: { const: status },
    amount: whole,
    currency: { const: 'NGN' },
    reference: text,
    transfer_code: { type: 'string', pattern: '^TRF_' },
    reason: { type: 'string' },
    source: { const: 'balance' },
    failures: { type: 'null' },
    // A number in replies, an object in webhooks.
    integration: object({ id: whole, is_live: { const: false }, business_name: text }),
    recipient,
    session: object({ provider: text, id: text }),
    createdAt: instant,
    updatedAt: instant,
  })
}

function refund(status: string, amount: object, refundReference: object) {
  return webhook(`refund.${status}`, {
    status: { const: status },
    transaction_reference: text,
    refund_reference: refundReference,
    amount,
    currency: { const: 'NGN' },
    processor: text,
    customer,
    integration: whole,
    domain: { const: 'test' },
  })
}

const issuedAccount = object({
  id: whole,
  bank,
  account_name: text,
  account_number: text,
  assigned: { const: true },
  active: { const: true },
  currency: { const: 'NGN' },
  assignment: object({
    integration: whole,
    assignee_id: whole,
    assignee_type: { const: 'Customer' },
    account_type: text,
  }),
})

function assignment(status: 'success' | 'failed') {
  return webhook(`dedicatedaccount.assign.${status}`, {
    customer,
    dedicated_account: status === 'success' ? issuedAccount : { type: 'null' },
    identification: object({ status: { const: status } }),
  })
}

/** Every webhook this world sends, by event. */
export const WEBHOOKS = {
  'charge.success': webhook('charge.success', {
    id: whole,
    domain: { const: 'test' },
    status: { const: 'success' },
    reference: text,
    amount: whole,
    requested_amount: whole,
    currency: { const: 'NGN' },
    channel: { enum: ['dedicated_nuban', 'bank_transfer'] },
    paid_at: instant,
    paidAt: instant,
    fees: whole,
    metadata: { type: ['object', 'string'] },
    customer,
    authorization: object({
      channel: text,
      sender_name: text,
      sender_bank: text,
      sender_bank_account_number: { type: 'string', pattern: '^XXXXXX\\d{4}$' },
      narration: maybeText,
      receiver_bank: text,
      receiver_bank_account_number: { type: 'string', pattern: '^\\d{10}$' },
    }),
  }),
  'bank.transfer.rejected': webhook('bank.transfer.rejected', {
    bank_transfer: object({
      amount: { type: 'string', pattern: '^\\d+$' },
      message: { const: 'incorrect amount sent' },
      message_type: { const: 'INCORRECT_AMOUNT' },
      transaction_id: whole,
    }),
    customer,
  }),
  'transfer.success': transfer('success'),
  'transfer.failed': transfer('failed'),
  'transfer.reversed': transfer('reversed'),
  'dedicatedaccount.assign.success': assignment('success'),
  'dedicatedaccount.assign.failed': assignment('failed'),
  'customeridentification.success': webhook('customeridentification.success', {
    customer_id: { type: ['integer', 'string'] },
    customer_code: text,
    email: text,
    identification: object({ country: { const: 'NG' }, type: text, bvn: { type: 'string', pattern: '\\*' } }),
  }),
  'customeridentification.failed': webhook('customeridentification.failed', {
    customer_id: { type: ['integer', 'string'] },
    customer_code: text,
    email: text,
    identification: object({ country: { const: 'NG' }, type: text, bvn: { type: 'string', pattern: '\\*' } }),
    reason: text,
  }),
  'refund.pending': refund('pending', whole, { type: 'null' }),
  'refund.processed': refund('processed', { type: 'string', pattern: '^\\d+$' }, text),
} as const satisfies Record<string, object>
