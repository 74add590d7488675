import type { ExactText } from '#server/platform/text/exact-text.ts'
import type { Answer } from '#server/providers/answer.ts'

/** One text message. `to` is a Nigerian mobile number with its leading 0; `text` is in GSM-7 and unique. */
export type Sms = { readonly to: string; readonly text: string }

/** Why the provider refused outright: nothing was sent. The first is about the number, the others about us. */
export type SmsRefusal = 'bad-number' | 'bad-sender' | 'float-low' | 'not-permitted'

/** A message in the provider's own history. `isFailed`: the provider says that it did not arrive. */
export type FoundSms = { readonly messageId: ExactText; readonly isFailed: boolean }

/**
 * A provider of text messages. As for payments: every call has a timeout, the adapter retries none, and sending answers
 * `unknown` unless the provider's answer is conclusive. No provider takes an idempotency key, so call `findSent` before
 * sending again.
 */
export interface SmsProvider {
  /** The name that messages store, forever. */
  readonly name: string
  /** False while the breaker is open. */
  available(): boolean
  /** Hands one message over. `succeeded` means accepted, not delivered. `id` is ours, for logs and other providers. */
  send(sms: Sms & { readonly id: string }): Promise<Answer<{ messageId: ExactText }, SmsRefusal>>
  /**
   * Searches the provider's history since then for a message with this receiver and text. Null: the history reaches
   * back that far and lacks it. `unknown`: no conclusion is possible.
   */
  findSent(sms: Sms & { readonly since: Date }): Promise<Answer<FoundSms | null>>
}
