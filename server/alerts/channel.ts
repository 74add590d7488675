import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { AlertRow } from '#server/outbox/alerts/alert.ts'
import type { AlertChoices } from './read-settings.ts'

/** An alert on its way to its owner, as one channel shows it. `url` is an address of this installation. */
export type OutgoingAlert = {
  readonly userId: UserId
  /** Who its owner is, and where they can be reached. */
  readonly owner: Pick<AlertChoices, 'email' | 'fullName' | 'hasPush' | 'hasPhone'>
  readonly alert: Pick<AlertRow, 'id' | 'kind' | 'subjectId' | 'seq' | 'at'>
  readonly text: { readonly title: string; readonly body: string; readonly url: string }
}

/** `off`: there is no destination. `later`: it was not accepted or the outcome is unknown, so it is retried. */
export type Delivery = 'sent' | 'off' | 'later' | 'given-up'

/** Sends an alert. Whatever the other side does becomes a Delivery; only our own faults throw. */
export type SendAlert = (deps: Deps, outgoing: OutgoingAlert) => Promise<Delivery>
