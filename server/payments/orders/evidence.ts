import type { OperatorRequestId, TransactionId } from '#contract/ids.ts'
import type { Kobo } from '#contract/money.ts'
import type { ExactText } from '#server/platform/text/exact-text.ts'
import { type CleanText, cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { Proof } from './machine.ts'
import type { SealedDelivery } from './sealed-delivery.ts'

/** What a verification proves about an order. `mismatch` proves something other than what was agreed. */
export type VerificationResult = {
  readonly event: Proof | 'no-answer'
  /** Why, for the record: the provider's own word, or what happened. Never a secret or a full account number. */
  readonly note: string
  readonly word?: string
  /** Why it failed, for the customer. */
  readonly failure?: string
  /** The provider's charge on top (transfers), kobo. */
  readonly providerFeeKobo?: Kobo
  /** The provider's charge (purchases), kobo. */
  readonly costKobo?: Kobo
  /** The tokens for a prepaid meter, in order. */
  readonly tokens?: readonly ExactText[]
  readonly units?: CleanText | null
  /** Everything handed over so far, if it is more than before. */
  readonly sealed?: SealedDelivery | null
  /** The time of the answer by the provider's own clock; null or absent if it gave none. */
  readonly saidAt?: Date | null
  /** The reference it was paid, delivered or will be sent under; absent if unchanged. */
  readonly reference?: string
  /** The provider knows the order under more than one reference: the text for operators. */
  readonly knownTwice?: string
}

/** The evidence with which an order advances. */
export type Evidence = Omit<VerificationResult, 'event'> & {
  /** The history line that starts with this step: an order paid by bank transfer has none before. */
  readonly transactionId?: TransactionId
  /** The request by which two operators end the order: only for their own events. */
  readonly endedByRequest?: OperatorRequestId
  /** The request by which two operators undo the order while its provider contradicts itself. */
  readonly undoneByRequest?: OperatorRequestId
}

const NOTE_MAX_LENGTH = 300
const EMAIL = /[^\s@]+@[^\s@]+/g
/** A standalone account, phone, card or meter number. One that is part of a reference stays. */
const NUMBER = /(?<![\p{L}\p{N}_-])\d{10,13}(?![\p{L}\p{N}_-])/gu

/**
 * A note for operators and the order's record, whatever the provider wrote: one short line without emails and account
 * numbers.
 */
export function sanitizedNote(uncheckedNote: string): CleanText {
  return cleanLine(
    cleanLine(uncheckedNote, NOTE_MAX_LENGTH).replace(EMAIL, '[email]').replace(NUMBER, '[number]'),
    NOTE_MAX_LENGTH,
  )
}
