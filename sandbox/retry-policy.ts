import type { QueuedMessage } from './events.ts'
import type { Message } from './state.ts'

/** How one provider carries its messages: where to, with what headers, and how often it tries. */
export type RetryPolicy = {
  /** Null: nobody listens. */
  readonly url: string | null
  headersFor(message: QueuedMessage): Record<string, string>
  /** Whether this reply confirms that the message has arrived. */
  isArrival(answer: { status: number; text: string }): boolean
  /** How long to wait before the next try, ms; null gives up. `ageMs` is the time since the first was due. */
  waitMs(message: Message, ageMs: number): number | null
}
