import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { AlertRow } from '#server/outbox/alerts/alert.ts'
import type { Chosen } from './read-settings.ts'

/** An alert on its way to its owner, as one channel shows it. `url` is an address of this installation. */
export type OutgoingAlert = {
  readonly userId: UserId
  /** Who its owner is, and where they can be reached. */
  readonly owner: Pick<Chosen, 'email' | 'fullName' | 'hasPush' | 'hasPhone'>
  readonly alert: Pick<AlertRow, 'id' | 'kind' | 'subjectId' | 'seq' | 'at'>
  readonly text: { readonly title: string; readonly body: string; readonly url: string }
}

/** `off`: there is nothing to send to. `later`: it was not taken on, or nobody knows, and is tried again. */
export type Delivery = 'sent' | 'off' | 'later' | 'given-up'

/** Hands an alert on. Whatever the other side does is a Delivery; it throws only for faults of ours. */
export type SendAlert = (deps: Deps, outgoing: OutgoingAlert) => Promise<Delivery>
