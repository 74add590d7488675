/**
 * Every refusal of Termii's, in one table: the endpoints answer from it, each row is a fault that can be switched on,
 * and tests walk it. docs/reference/providers.md says how the app handles each.
 */
export type TermiiRefusal = {
  readonly http: number
  /** A word in braces is filled in from the call. */
  readonly message: string
  /** As defined in sandbox/paystack/refusals.ts. */
  readonly known: 'documented' | 'observed' | 'silent'
  /** What triggers it: the call, or only an ordered fault. */
  readonly by: 'call' | 'order'
}

export const TERMII_REFUSALS = {
  'sms-key-refused': { http: 401, message: 'Unauthorized', known: 'documented', by: 'call' },
  'sms-field-missing': { http: 422, message: 'The given data was invalid.', known: 'silent', by: 'call' },
  'sms-sender-unknown': {
    http: 404,
    message: 'ApplicationSenderId not found for applicationId: 1 and senderName: {sender}',
    known: 'observed',
    by: 'call',
  },
  'sms-sender-invalid': { http: 400, message: 'Invalid Sender Id', known: 'documented', by: 'order' },
  'sms-number-invalid': { http: 400, message: 'Invalid phone number', known: 'silent', by: 'call' },
  'sms-balance-low': { http: 400, message: 'Insufficient balance', known: 'observed', by: 'order' },
  'sms-account-inactive': { http: 400, message: 'Your account is not active', known: 'documented', by: 'order' },
  'sms-route-missing': { http: 400, message: 'You are not set up on this route', known: 'documented', by: 'order' },
  'sms-device-limit': {
    http: 400,
    message: 'Your device has reached the daily limit',
    known: 'documented',
    by: 'order',
  },
  'sms-key-forbidden': { http: 403, message: 'Forbidden', known: 'documented', by: 'order' },
} as const satisfies Record<string, TermiiRefusal>

export type TermiiRefusalName = keyof typeof TERMII_REFUSALS
export const TERMII_REFUSAL_NAMES = Object.keys(TERMII_REFUSALS) as readonly TermiiRefusalName[]
