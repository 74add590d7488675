/** Each provider's calls, by the names that faults and refusals use. */
export const PAYSTACK_OPERATIONS = [
  'customer',
  'identification',
  'dedicated-account',
  'dedicated-accounts',
  'charge',
  'charge-verify',
  'payment-verify',
  'payments',
  'banks',
  'resolve',
  'recipient',
  'transfer',
  'transfer-verify',
  'transfers',
  'finalize-transfer',
  'balance',
  'refund',
  'inbound',
  'webhook',
  '*',
] as const
export type PaystackOperation = (typeof PAYSTACK_OPERATIONS)[number]

export const VTPASS_OPERATIONS = [
  'pay',
  'requery',
  'variations',
  'services',
  'balance',
  'merchant-verify',
  'webhook',
  '*',
] as const
export type VtpassOperation = (typeof VTPASS_OPERATIONS)[number]

export const TERMII_OPERATIONS = ['send', 'history', '*'] as const
export type TermiiOperation = (typeof TERMII_OPERATIONS)[number]

export const MAIL_OPERATIONS = ['send', '*'] as const
export type MailOperation = (typeof MAIL_OPERATIONS)[number]

const PUSH_OPERATIONS = ['send', '*'] as const
export type PushOperation = (typeof PUSH_OPERATIONS)[number]

/**
 * The calls of each provider that a fault can target. `webhook` is the provider's callback, `inbound` a payment into an
 * account number, `send` one email, SMS or push message. `*` is the next call of any kind.
 */
export const OPERATIONS = {
  paystack: PAYSTACK_OPERATIONS,
  vtpass: VTPASS_OPERATIONS,
  termii: TERMII_OPERATIONS,
  mail: MAIL_OPERATIONS,
  push: PUSH_OPERATIONS,
} as const
export type Operation = PaystackOperation | VtpassOperation | TermiiOperation | MailOperation | PushOperation
