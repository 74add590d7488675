import type { ExactText } from '#server/platform/text/exact-text.ts'
import type { CleanText } from '#server/platform/text/sanitize-line.ts'

/**
 * The outcome of a call to a provider. Never an exception: an odd answer is data.
 *
 * - `succeeded`: the provider said yes; `value` is its answer.
 * - `declined`: the provider conclusively said no. Nothing happened on its side. `message` is fit for logs and records.
 * - `unknown`: timeout, reset, 5xx, unreadable, rate limited. It may or may not have happened. `cause` is in our own
 * words.
 */
export type Answer<Value, Reason extends string = string> =
  | { readonly outcome: 'succeeded'; readonly value: Value }
  | { readonly outcome: 'declined'; readonly reason: Reason; readonly message: CleanText }
  | {
      readonly outcome: 'unknown'
      readonly cause: string
      /** Payments that exist but cannot be booked as described: an operator has to look. */
      readonly unreadable?: readonly UnreadablePayment[]
    }

/** A payment that the provider reports in an unreadable form. */
export type UnreadablePayment = {
  /** Stable while the same payment is reported in the same form; different for every other payment. */
  readonly key: ExactText
  /** What cannot be read, and how to find the payment at the provider. */
  readonly problem: CleanText
}

export function succeeded<Value>(value: Value): { readonly outcome: 'succeeded'; readonly value: Value } {
  return { outcome: 'succeeded', value }
}

export function unknown(cause: string): { readonly outcome: 'unknown'; readonly cause: string } {
  return { outcome: 'unknown', cause }
}
