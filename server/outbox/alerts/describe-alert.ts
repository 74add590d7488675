import type { OutgoingChannel } from '#contract/alert-settings.ts'
import type { AlertText, Say } from './say.ts'

/**
 * Everything the server knows about one kind of alert. `Facts`: what was true when the alert was made, without any
 * code, token or whole account number. Its category and the operators' words for it are in contract/alert-kinds.ts.
 */
export type AlertOfKind<Facts extends object> = {
  /** Its text in a channel, from its facts alone, so it never changes. */
  write(facts: Facts, say: Say): AlertText
  /** Money left the wallet: its email offers to freeze the account. */
  readonly moneyLeft?: true
  /** Many people get it about the same subject, so each alert has a job of its own. */
  readonly hasManyRecipients?: true
  /** An SMS has no room for its title too. */
  readonly smsWithoutTitle?: true
  /** When it stops being true. It is not sent after that, but stays in the inbox. */
  endsAt?(facts: Facts): string | undefined
  /** Whether its owner must not get it in this channel, whatever their settings. */
  isBlockedIn?(facts: Facts, channel: OutgoingChannel): boolean
  /**
   * Facts for each of its texts. docs/reference/alert-texts.md shows them, and tests hold them to the rules for texts.
   */
  readonly examples: readonly { readonly of: string; readonly facts: Facts }[]
  /** The subject of the examples. */
  readonly exampleSubject: string
}

/** One kind of alert. Registered in kinds/kinds.ts. */
export function describeAlert<Facts extends object>(alert: AlertOfKind<Facts>): AlertOfKind<Facts> {
  return alert
}
