import { type CleanText, cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { DeliveryStatus, PurchaseRefusal } from '#server/providers/bills/bill-provider.ts'

/** Longer than a code and any status of the table. */
const WORD_MAX_LENGTH = 40

/*
 * The meaning of VTpass's answers, as data. The adapter, its tests and the tables in server/providers/README.md derive
 * from this file.
 *
 * Sources of the rules:
 *
 * - VTpass's page of response codes: what each code means; to read the inner status for 000 and 001; and that "any
 * response that differs from the guidelines", any timeout and any missing answer is pending until it is requeried.
 * - VTpass's page of the transaction update: 040 and `reversed` mean that VTpass has given the money back.
 * - Rules R4 and R6 of docs/reference/orders.md, which are stricter than VTpass: a refusal counts only as the answer to
 * the purchase itself, and what cannot be read proves nothing.
 */

/** What a first answer to `POST /pay` concludes. */
export type PayConclusion = 'accepted' | 'unknown' | `refused:${PurchaseRefusal}`
/** What an answer to `POST /requery` concludes. */
export type RequeryConclusion = DeliveryStatus | 'unknown'

export const RULES = {
  status: 'The inner status decides.',
  processing: 'VTpass is at it: requery.',
  reversal: 'VTpass gave the money back.',
  failed: 'VTpass did not deliver and does not charge.',
  request: 'The request was refused. As the answer to a requery it is about the requery, not about the purchase.',
  duplicate: 'An earlier request exists or may exist: requery, never send another.',
  unseen: 'VTpass never saw this request id, or not yet: right after sending it proves nothing.',
  unclear: 'Proves nothing about a purchase: requery.',
} as const

export type CodeRow = {
  /** VTpass's own words. */
  readonly meaning: string
  readonly pay: PayConclusion | 'read-status'
  readonly requery: RequeryConclusion | 'read-status'
  readonly rule: keyof typeof RULES
}

/** The request itself is refused; at requery the same code says nothing about the purchase. */
const refused = (meaning: string, refusal: PurchaseRefusal): CodeRow => ({
  meaning,
  pay: `refused:${refusal}`,
  requery: 'unknown',
  rule: 'request',
})

/** Every code VTpass documents. Any other is unknown, on both calls. */
export const CODES: ReadonlyMap<string, CodeRow> = new Map<string, CodeRow>([
  ['000', { meaning: 'TRANSACTION PROCESSED', pay: 'read-status', requery: 'read-status', rule: 'status' }],
  ['001', { meaning: 'TRANSACTION QUERY', pay: 'read-status', requery: 'read-status', rule: 'status' }],
  // Settled by hand at VTpass; the status says how.
  ['044', { meaning: 'TRANSACTION RESOLVED', pay: 'read-status', requery: 'read-status', rule: 'status' }],
  ['099', { meaning: 'TRANSACTION IS PROCESSING', pay: 'accepted', requery: 'pending', rule: 'processing' }],
  ['089', { meaning: 'REQUEST IS PROCESSING', pay: 'accepted', requery: 'pending', rule: 'processing' }],
  ['083', { meaning: 'SYSTEM ERROR', pay: 'unknown', requery: 'pending', rule: 'unclear' }],
  ['040', { meaning: 'TRANSACTION REVERSAL', pay: 'accepted', requery: 'reversed', rule: 'reversal' }],
  ['016', { meaning: 'TRANSACTION FAILED', pay: 'refused:failed', requery: 'failed', rule: 'failed' }],
  ['091', { meaning: 'TRANSACTION NOT PROCESSED', pay: 'refused:failed', requery: 'failed', rule: 'failed' }],
  ['014', { meaning: 'REQUEST ID ALREADY EXIST', pay: 'unknown', requery: 'pending', rule: 'duplicate' }],
  ['019', { meaning: 'LIKELY DUPLICATE TRANSACTION', pay: 'unknown', requery: 'unknown', rule: 'duplicate' }],
  ['015', { meaning: 'INVALID REQUEST ID', pay: 'unknown', requery: 'not-found', rule: 'unseen' }],
  // Belongs to a verification. VTpass says to treat it as failed for a purchase; that is not proof enough.
  ['020', { meaning: 'BILLER CONFIRMED', pay: 'unknown', requery: 'unknown', rule: 'unclear' }],
  ['010', refused('VARIATION CODE DOES NOT EXIST', 'bad-plan')],
  // It does not say which argument, so no reason that names one may be shown.
  ['011', refused('INVALID ARGUMENTS', 'failed')],
  ['012', refused('PRODUCT DOES NOT EXIST', 'bad-plan')],
  ['013', refused('BELOW MINIMUM AMOUNT ALLOWED', 'bad-amount')],
  ['017', refused('ABOVE MAXIMUM AMOUNT ALLOWED', 'bad-amount')],
  ['018', refused('LOW WALLET BALANCE', 'float-low')],
  ['021', refused('ACCOUNT LOCKED', 'not-permitted')],
  ['022', refused('ACCOUNT SUSPENDED', 'not-permitted')],
  ['023', refused('API ACCESS NOT ENABLED FOR USER', 'not-permitted')],
  ['024', refused('ACCOUNT INACTIVE', 'not-permitted')],
  ['025', refused('RECIPIENT BANK INVALID', 'bad-recipient')],
  ['026', refused('RECIPIENT ACCOUNT COULD NOT BE VERIFIED', 'bad-recipient')],
  ['027', refused('IP NOT WHITELISTED', 'not-permitted')],
  ['028', refused('PRODUCT IS NOT WHITELISTED ON YOUR ACCOUNT', 'not-permitted')],
  ['030', refused('BILLER NOT REACHABLE AT THIS POINT', 'not-reachable')],
  ['031', refused('BELOW MINIMUM QUANTITY ALLOWED', 'bad-amount')],
  ['032', refused('ABOVE MAXIMUM QUANTITY ALLOWED', 'bad-amount')],
  ['034', refused('SERVICE SUSPENDED', 'not-reachable')],
  ['035', refused('SERVICE INACTIVE', 'not-reachable')],
  ['085', refused('IMPROPER REQUEST ID', 'bad-reference')],
  ['087', refused('INVALID CREDENTIALS', 'not-permitted')],
])

export type StatusRow = { readonly pay: PayConclusion; readonly requery: RequeryConclusion; readonly meaning: string }

/**
 * `content.transactions.status`. Exact words only. `failed` is not documented, but it is what VTpass answers. Any other
 * word is unknown, on both calls.
 */
export const STATUSES: ReadonlyMap<string, StatusRow> = new Map<string, StatusRow>([
  ['initiated', { pay: 'accepted', requery: 'pending', meaning: 'VTpass has it and has not begun.' }],
  ['pending', { pay: 'accepted', requery: 'pending', meaning: 'VTpass waits for the biller.' }],
  ['delivered', { pay: 'accepted', requery: 'delivered', meaning: 'The customer has it.' }],
  ['failed', { pay: 'refused:failed', requery: 'failed', meaning: 'Not delivered and not charged.' }],
  ['reversed', { pay: 'accepted', requery: 'reversed', meaning: 'VTpass gave the money back.' }],
  ['resolved', { pay: 'accepted', requery: 'pending', meaning: 'Ended by hand at VTpass, which does not say how.' }],
])

/** What decides an answer: its code, its inner status (null when missing), and whether HTTP said 2xx. */
export type Evidence = { readonly code: string; readonly status: string | null; readonly isHttpSuccess: boolean }

/**
 * What an answer to a purchase concludes. With an HTTP error, only a refusal of the request can be true; a refusal with
 * a transaction contradicts itself.
 */
export function concludePay({ code, status, isHttpSuccess }: Evidence): PayConclusion {
  const row = CODES.get(code)
  if (row === undefined) return 'unknown'
  if (row.rule !== 'request' && !isHttpSuccess) return 'unknown'
  if (row.pay === 'read-status') return status === null ? 'unknown' : (STATUSES.get(status)?.pay ?? 'unknown')
  if (row.pay.startsWith('refused:') && status !== null && status !== 'failed') return 'unknown'
  return row.pay
}

/**
 * What an answer to a requery concludes. With an HTTP error, only "never seen" can be true. A code and status that
 * contradict each other deviate from VTpass's guidelines, so they count as pending.
 */
export function concludeRequery({ code, status, isHttpSuccess }: Evidence): RequeryConclusion {
  const row = CODES.get(code)
  if (row === undefined) return 'unknown'
  if (row.requery !== 'not-found' && !isHttpSuccess) return 'unknown'
  if (row.requery === 'read-status') return status === null ? 'pending' : (STATUSES.get(status)?.requery ?? 'unknown')
  if (status === null || (row.requery !== 'failed' && row.requery !== 'not-found')) return row.requery
  if (row.requery === 'failed' && (status === 'failed' || status === 'reversed')) return status
  return 'pending'
}

/** Code and status for the record: `000 delivered`. A status outside the table is not repeated. */
export function wordOf({ code, status }: Evidence): CleanText {
  const word = status === null ? code : `${code} ${STATUSES.has(status) ? status : 'unknown-status'}`
  return cleanLine(word, WORD_MAX_LENGTH)
}
