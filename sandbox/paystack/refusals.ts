import type { PaystackOperation } from '#sandbox/operations.ts'

/**
 * Every refusal of Paystack's, in one table: the endpoints answer from it, each row is a fault that can be switched on,
 * and tests walk it. docs/reference/providers.md says how the app handles each.
 */
export type PaystackRefusal = {
  /** The calls that can get this refusal. */
  readonly operations: readonly PaystackOperation[]
  readonly http: number
  /** A word in braces is filled in from the call. */
  readonly message: string
  readonly code: string
  readonly type?: string
  readonly nextStep?: string
  /**
   * Where the wording comes from: `documented` by Paystack, `observed` in public code or logs, `silent` if Paystack
   * documents the condition but not the wording, `sandbox` if the condition is this world's own.
   */
  readonly known: 'documented' | 'observed' | 'silent' | 'sandbox'
  /** What triggers it: the call and what happened before, or only an ordered fault. */
  readonly by: 'call' | 'order'
}

type Known = PaystackRefusal['known']

type Operations =
  | PaystackOperation
  | `${PaystackOperation} ${PaystackOperation}`
  | `${PaystackOperation} ${PaystackOperation} ${PaystackOperation}`
type Answered = `${number} ${string}`

function row(
  operations: Operations,
  answered: Answered,
  message: string,
  known: Known,
  more: Partial<PaystackRefusal> = {},
): PaystackRefusal {
  const [http = '', code = ''] = answered.split(' ')
  return {
    operations: operations.split(' ') as PaystackOperation[],
    http: Number(http),
    message,
    code,
    known,
    by: 'call',
    ...more,
  }
}

export const PAYSTACK_REFUSALS = {
  'customer-email-missing': row('customer charge', '400 missing_params', 'Email Address is required', 'documented'),
  'customer-email-invalid': row('customer charge', '400 invalid_params', 'Enter a valid email address', 'observed'),
  'customer-unknown': row(
    'customer identification dedicated-account',
    '404 customer_not_found',
    'Customer not found',
    'observed',
  ),
  'identification-type-missing': row('identification', '400 missing_params', 'Type is required', 'documented'),
  'identification-bvn-invalid': row('identification', '400 invalid_params', 'Invalid BVN', 'documented'),
  'identification-account-missing': row(
    'identification',
    '400 missing_params',
    'Account Number is required',
    'documented',
  ),
  'identification-bank-missing': row('identification', '400 missing_params', 'Bank Code is required', 'documented'),
  'account-field-missing': row('dedicated-account', '400 missing_params', '{field} is required', 'documented'),
  'account-bank-unknown': row(
    'dedicated-account',
    '400 invalid_params',
    'Test mode issues accounts at test-bank only',
    'silent',
  ),
  'account-phone-missing': row(
    'dedicated-account',
    '400 missing_params',
    'Customer phone number is required',
    'silent',
  ),
  'account-phone-invalid': row(
    'dedicated-account',
    '400 invalid_params',
    'Customer phone number {phone} is invalid',
    'silent',
  ),
  'account-name-missing': row(
    'dedicated-account',
    '400 missing_params',
    'Customer first name and last name are required',
    'silent',
  ),
  'account-not-validated': row(
    'dedicated-account',
    '400 customer_not_validated',
    'Customer {first_name} {last_name} has to be validated before an account can be assigned',
    'silent',
    { by: 'order' },
  ),
  'account-limit-reached': row(
    'dedicated-account',
    '400 dedicated_account_limit',
    'Your business has reached its limit of dedicated accounts',
    'silent',
  ),
  'account-not-enabled': row(
    'dedicated-account dedicated-accounts',
    '403 feature_unavailable',
    'Dedicated NUBAN is not available for your business',
    'observed',
    { by: 'order' },
  ),
  'account-unknown': row(
    'dedicated-accounts',
    '404 dedicated_nuban_not_found',
    'Dedicated NUBAN not found',
    'observed',
  ),
  'numbers-used-up': row(
    'charge dedicated-account',
    '400 dedicated_account_limit',
    'All account numbers of the sandbox are in use',
    'sandbox',
    { by: 'order' },
  ),
  'charge-amount-invalid': row('charge', '400 invalid_params', 'Invalid amount', 'documented'),
  'charge-channel-unknown': row(
    'charge',
    '400 invalid_params',
    'The sandbox knows charges by bank_transfer only',
    'sandbox',
  ),
  'charge-reference-invalid': row(
    'charge',
    '400 invalid_params',
    'Your reference contains illegal special characters',
    'documented',
  ),
  'charge-reference-used': row('charge', '400 duplicate_reference', 'Duplicate Transaction Reference', 'observed'),
  'charge-unknown': row('charge-verify', '400 invalid_params', 'Transaction reference is invalid', 'documented'),
  'payment-unknown': row(
    'payment-verify',
    '404 transaction_not_found',
    'Transaction reference not found.',
    'documented',
  ),
  'resolve-account-missing': row('resolve recipient', '400 missing_params', 'Account number is required', 'documented'),
  'resolve-bank-missing': row('resolve recipient', '400 missing_params', 'Bank code is required', 'documented'),
  'resolve-account-length': row(
    'resolve recipient',
    '400 invalid_params',
    'Account number should be 10 digits',
    'observed',
  ),
  'resolve-bank-unknown': row('resolve recipient', '400 invalid_params', 'Unknown bank code: {bank}', 'observed'),
  'resolve-nobody': row(
    'resolve',
    '422 invalid_bank_code',
    'Could not resolve account name. Check parameters or try again.',
    'observed',
  ),
  'resolve-test-limit': row(
    'resolve',
    '429 rate_limited',
    'Test mode daily limit of 3 live bank resolves exceeded. Use test bank codes 001 or upgrade to live mode.',
    'observed',
    { by: 'order' },
  ),
  'recipient-type-missing': row('recipient', '400 missing_params', 'Type is required', 'documented'),
  'recipient-name-missing': row('recipient', '400 missing_params', 'Name is required', 'documented'),
  'recipient-nobody': row('recipient', '400 invalid_params', 'Cannot resolve account', 'documented'),
  'transfer-source-missing': row('transfer', '400 missing_params', 'Source is required', 'documented'),
  'transfer-amount-invalid': row('transfer', '400 invalid_params', 'Amount must be a whole number of kobo', 'silent'),
  'transfer-amount-small': row(
    'transfer',
    '400 amount_below_minimum',
    'Amount is below the minimum of NGN 100',
    'silent',
  ),
  'transfer-currency': row('transfer', '400 invalid_params', 'Currency is not supported', 'silent'),
  'transfer-reference-missing': row('transfer', '400 missing_params', 'Reference is required', 'documented'),
  'transfer-reference-invalid': row(
    'transfer',
    '400 invalid_params',
    'Your reference contains illegal special characters',
    'documented',
  ),
  'transfer-reference-used': row(
    'transfer',
    '400 duplicate_transfer_reference',
    'Please provide a unique reference. Reference already exists on a transfer',
    'observed',
    { nextStep: 'Provide a unique reference or verify the transfer you have' },
  ),
  'transfer-recipient-invalid': row(
    'transfer',
    '400 invalid_transfer_recipient',
    'Recipient specified is invalid',
    'documented',
  ),
  'transfer-recipient-watched': row(
    'transfer',
    '400 transfer_not_allowed',
    "Sorry, we can't make the transfer to this recipient at the moment",
    'documented',
    { type: 'api_error' },
  ),
  'transfer-balance-low': row(
    'transfer',
    '400 insufficient_balance',
    'Your balance is not enough to fulfil this request',
    'documented',
    { type: 'api_error', nextStep: 'Top up your balance and try again' },
  ),
  'transfer-starter-business': row(
    'transfer',
    '400 transfer_unavailable',
    'You cannot initiate third party payouts as a starter business',
    'observed',
    { by: 'order' },
  ),
  'transfer-payouts-off': row(
    'transfer',
    '400 transfer_unavailable',
    'You cannot initiate third party payouts at this time',
    'observed',
    { by: 'order' },
  ),
  'transfer-unknown': row('transfer-verify', '404 transfer_not_found', 'Transfer not found', 'documented'),
  'otp-transfer-invalid': row('finalize-transfer', '400 invalid_params', 'Transfer code is invalid', 'documented'),
  'otp-invalid': row('finalize-transfer', '400 invalid_params', 'OTP provided is invalid', 'silent'),
  'refund-transaction-missing': row('refund', '400 missing_params', 'Transaction is required', 'documented'),
  'refund-transaction-unknown': row('refund', '404 transaction_not_found', 'Transaction not found', 'documented'),
  'refund-unpaid': row('refund', '400 invalid_params', 'Transaction has not been paid', 'silent'),
  'refund-amount-invalid': row('refund', '400 invalid_params', 'Invalid amount', 'silent'),
  'refund-used-up': row('refund', '400 transaction_reversed', 'Transaction has been fully reversed', 'documented'),
  'refund-balance-low': row(
    'refund',
    '400 insufficient_balance',
    'Your balance is not enough to fulfil this request',
    'documented',
  ),
} satisfies Record<string, PaystackRefusal>

export type PaystackRefusalName = keyof typeof PAYSTACK_REFUSALS
export const PAYSTACK_REFUSAL_NAMES = Object.keys(PAYSTACK_REFUSALS) as readonly PaystackRefusalName[]

export function paystackRefusal(name: PaystackRefusalName): PaystackRefusal {
  return PAYSTACK_REFUSALS[name]
}
