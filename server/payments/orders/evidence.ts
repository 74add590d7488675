import type { OperatorRequestId, TransactionId } from '#contract/ids.ts'
import type { Kobo } from '#contract/money.ts'
import type { ExactText } from '#server/platform/text/exact-text.ts'
import { type CleanText, cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { Proof } from './machine.ts'
import type { SealedDelivery } from './sealed-delivery.ts'

/** What a verification proves about an order. `mismatch` is proof about something else than what was agreed. */
export type VerificationResult = {
  readonly event: Proof | 'no-answer'
  /** Why, for the record: the provider's own word, or what happened. Never a secret or a full account number. */
  readonly note: string
  readonly word?: string
  /** Why it failed, for the customer. */
  readonly failure?: string
  /** What the provider took on top (transfers), kobo. */
  readonly providerFeeKobo?: Kobo
  /** What the provider took for it (purchases), kobo. */
  readonly costKobo?: Kobo
  /** What a prepaid meter is given, one after the other. */
  readonly tokens?: readonly ExactText[]
  readonly units?: CleanText | null
  /** Everything that was handed over so far, when there is more of it than before. */
  readonly sealed?: SealedDelivery | null
  /** What time it was for the provider, by its own clock; null or left out when it did not say. */
  readonly saidAt?: Date | null
  /** The reference it was paid or delivered under, or goes out under from now on; left out where it is the one it has. */
  readonly reference?: string
  /** The provider has the order under more than one reference: the text for operators. */
  readonly knownTwice?: string
}

/** What an order is advanced with. */
export type Evidence = Omit<VerificationResult, 'event'> & {
  /** The line of the history that begins with this: what is paid by bank transfer has none before. */
  readonly transactionId?: TransactionId
  /** The request by which two operators end it: only for the events that are theirs. */
  readonly endedByRequest?: OperatorRequestId
  /** The request by which two operators undo it, while its provider contradicts itself. */
  readonly undoneByRequest?: OperatorRequestId
}

const NOTE_MAX_LENGTH = 300
const EMAIL = /[^\s@]+@[^\s@]+/g
/** A standalone account, phone, card or meter number. One that is part of a reference stays. */
const NUMBER = /(?<![\p{L}\p{N}_-])\d{10,13}(?![\p{L}\p{N}_-])/gu

/**
 * A note as it is kept with an order and told to operators, whatever a provider put into it: one short line without an email or
 * the number of an account.
 */
export function sanitizedNote(uncheckedNote: string): CleanText {
  return cleanLine(
    cleanLine(uncheckedNote, NOTE_MAX_LENGTH).replace(EMAIL, '[email]').replace(NUMBER, '[number]'),
    NOTE_MAX_LENGTH,
  )
}
