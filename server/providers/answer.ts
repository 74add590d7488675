import type { ExactText } from '#server/platform/text/exact-text.ts'
import type { CleanText } from '#server/platform/text/sanitize-line.ts'

/**
 * What a provider's answer amounts to. Never an exception: a provider's odd answer is data.
 *
 * - `succeeded`: it said yes, and `value` is what it said.
 * - `declined`: it said a conclusive no. Nothing happened on its side. `message` is fit for logs and records.
 * - `unknown`: timeout, reset, 5xx, unreadable, rate limited. It may or may not have happened. `cause` is in our own words.
 */
export type Answer<Value, Reason extends string = string> =
  | { readonly outcome: 'succeeded'; readonly value: Value }
  | { readonly outcome: 'declined'; readonly reason: Reason; readonly message: CleanText }
  | {
      readonly outcome: 'unknown'
      readonly cause: string
      /** Money that is there and that nobody can book as it is described: an operator has to look. */
      readonly unreadable?: readonly UnreadablePayment[]
    }

/** A payment of which the provider tells, in a way that cannot be read. */
export type UnreadablePayment = {
  /** The same each time the same payment is told of in the same way, and another one for every other payment. */
  readonly key: ExactText
  /** What cannot be read, and how else to find it at the provider. */
  readonly problem: CleanText
}

export function succeeded<Value>(value: Value): { readonly outcome: 'succeeded'; readonly value: Value } {
  return { outcome: 'succeeded', value }
}

export function unknown(cause: string): { readonly outcome: 'unknown'; readonly cause: string } {
  return { outcome: 'unknown', cause }
}
