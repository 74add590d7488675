import type { ExactText } from '#server/platform/text/exact-text.ts'
import type { Answer } from '#server/providers/answer.ts'

/** One text message. `to` is a Nigerian mobile number with its leading 0; `text` is in GSM-7 and unlike every other text. */
export type Sms = { readonly to: string; readonly text: string }

/** Why the provider refused outright: nothing was sent. The first is about the number, the others about us. */
export type SmsRefusal = 'bad-number' | 'bad-sender' | 'float-low' | 'not-permitted'

/** A message in the provider's own history. `isFailed`: the provider says that it did not arrive. */
export type FoundSms = { readonly messageId: ExactText; readonly isFailed: boolean }

/**
 * A provider of text messages. As for payments: every call has a timeout, none is repeated by the adapter, and sending answers
 * `unknown` unless the provider's answer is conclusive. No provider takes an idempotency key, so who sends again asks `findSent`
 * first.
 */
export interface SmsProvider {
  /** As messages are marked with it, for ever. */
  readonly name: string
  /** False while the breaker is open. */
  available(): boolean
  /** Hands one message over. `succeeded` means accepted, not delivered. `id` is ours, for logs and other providers. */
  send(sms: Sms & { readonly id: string }): Promise<Answer<{ messageId: ExactText }, SmsRefusal>>
  /**
   * Looks for a message with this receiver and text among those of the provider's history since then. Null: the history reaches
   * back that far and does not have it. `unknown`: nobody can say.
   */
  findSent(sms: Sms & { readonly since: Date }): Promise<Answer<FoundSms | null>>
}
