import { type CleanText, cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { IncomingPayment, TransferStatus } from '#server/providers/payments/payment-provider.ts'

const WORD_MAX_LENGTH = 40

/**
 * Paystack's words for a transfer, and their meaning for the money. `failed` releases a hold, so it covers only the
 * four words that Paystack documents as final. Any other word is `pending`: the hold stays.
 */
export const TRANSFER_WORDS: ReadonlyMap<string, TransferStatus> = new Map([
  ['success', 'paid'],
  ['failed', 'failed'],
  ['rejected', 'failed'],
  ['abandoned', 'failed'],
  ['blocked', 'failed'],
  ['reversed', 'reversed'],
  ['pending', 'pending'],
  ['received', 'pending'],
  ['otp', 'pending'],
])

/** What a transfer's status word means. Exact words only: `Success` is not a documented word. */
export function transferStanding(word: string): TransferStatus {
  return TRANSFER_WORDS.get(word) ?? 'pending'
}

/** A status word for the record, kept even if undocumented, unless it is free text and no word. */
export function recordedWord(word: string): CleanText {
  return cleanLine(/^[a-z_][a-z _-]{0,39}$/i.test(word) ? word : 'unreadable-status', WORD_MAX_LENGTH)
}

/**
 * Paystack's words for a payment in. `abandoned` says only that the customer has not paid yet, and may still pay, so it
 * is not a failure. Any other word is `pending`.
 */
export const PAYMENT_WORDS: ReadonlyMap<string, IncomingPayment['status']> = new Map([
  ['success', 'success'],
  ['failed', 'failed'],
  ['reversed', 'reversed'],
  ['abandoned', 'pending'],
  ['ongoing', 'pending'],
  ['pending', 'pending'],
  ['processing', 'pending'],
  ['queued', 'pending'],
])

/** What a payment's status word means. */
export function paymentStatus(word: string): IncomingPayment['status'] {
  return PAYMENT_WORDS.get(word) ?? 'pending'
}
