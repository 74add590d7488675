import type { AlertKind } from '#contract/alert-kinds.ts'
import type { AlertId, UserId } from '#contract/ids.ts'
import type { AlertFacts } from './kinds/kinds.ts'

/** What happened, and to whom. `subjectId`: a newer alert about the same subject replaces an older unsent one. */
export type NewAlert<Kind extends AlertKind = AlertKind> = {
  [K in Kind]: {
    readonly userId: UserId
    readonly kind: K
    readonly subjectId: string
    readonly facts: AlertFacts[K]
  }
}[Kind]

/** An alert as the database holds it. */
export type AlertRow<Kind extends AlertKind = AlertKind> = NewAlert<Kind> & {
  readonly id: AlertId
  readonly seq: number
  readonly at: Date
}
