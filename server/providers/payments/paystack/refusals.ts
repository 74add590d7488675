import type { AccountRefusal, TransferRefusal } from '#server/providers/payments/payment-provider.ts'
import type { Refusal } from './api.ts'

/** The parts of a refusal that decide. */
type Said = Omit<Refusal, 'message'> & { readonly message: string }

type RefusalRow = {
  readonly status: number
  /** Paystack's code, where it is known to send one. Older answers carry only the message. */
  readonly code?: string
  /** Paystack's message, in lower case and without its final full stop. */
  readonly message: string
  readonly refusal: TransferRefusal
}

/**
 * The closed list: answers to the first POST of a transfer that prove no transfer was made. Any other answer is
 * `unknown`, because holding money a little longer costs less than paying twice. Paystack publishes no text for an
 * amount below its minimum, so there is no row for it.
 */
export const TRANSFER_REFUSALS: readonly RefusalRow[] = [
  {
    status: 400,
    code: 'invalid_transfer_recipient',
    message: 'recipient specified is invalid',
    refusal: 'bad-recipient',
  },
  { status: 400, message: 'your balance is not enough to fulfil this request', refusal: 'float-low' },
  {
    status: 400,
    message: "sorry, we can't make the transfer to this recipient at the moment",
    refusal: 'recipient-blocked',
  },
  {
    status: 400,
    message: 'you cannot initiate third party payouts as a starter business',
    refusal: 'not-permitted',
  },
  { status: 400, message: 'you cannot initiate third party payouts at this time', refusal: 'not-permitted' },
]

/**
 * Why an account number is refused, by Paystack's words; the first matching row wins. Its documentation names the
 * conditions but not the messages, so each row accepts every sentence about its subject. Nothing is issued in any case.
 */
const ACCOUNT_REFUSALS: readonly { readonly said: RegExp; readonly refusal: AccountRefusal }[] = [
  // We always send a phone number, so a missing one is our fault.
  { said: /phone.* (?:required|missing|not (?:set|provided))|(?:missing|without|no) .*phone/, refusal: 'refused' },
  { said: /phone/, refusal: 'bad-phone' },
  { said: /not (?:available|enabled|activated) for/, refusal: 'not-enabled' },
  { said: /validated?\b|validation (?:is )?required|identif|\bbvn\b/, refusal: 'not-validated' },
  { said: /limit\b|maximum number/, refusal: 'limit-reached' },
]

export function accountRefusal({ code, message }: Omit<Said, 'status'>): AccountRefusal {
  const text = `${code ?? ''} ${normalised(message)}`
  return ACCOUNT_REFUSALS.find(({ said }) => said.test(text))?.refusal ?? 'refused'
}

/** The matching refusal of the closed list, or null: then it is unknown whether a transfer exists. */
export function transferRefusal(answer: Said): TransferRefusal | null {
  if (isDuplicateReference(answer)) return null
  const message = normalised(answer.message)
  const row = TRANSFER_REFUSALS.find(
    (each) => each.status === answer.status && (each.message === message || isSameCode(each, answer)),
  )
  return row?.refusal ?? null
}

/** The reference was used before: the first transfer exists and has to be verified, whatever else the answer says. */
export function isDuplicateReference(answer: Said): boolean {
  return answer.code === 'duplicate_transfer_reference' || /reference already exists/i.test(answer.message)
}

function isSameCode(row: RefusalRow, answer: Said): boolean {
  return row.code !== undefined && row.code === answer.code
}

function normalised(message: string): string {
  return message
    .trim()
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[.!]+$/, '')
}
