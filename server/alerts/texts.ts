import type { AlertRow } from '#server/outbox/alerts/alert.ts'
import type { AlertOfKind } from '#server/outbox/alerts/describe-alert.ts'
import { ALERTS } from '#server/outbox/alerts/kinds/kinds.ts'
import { type AlertText, type Shown, sayIn } from '#server/outbox/alerts/say.ts'

/** An alert's text, from facts of when it was made, so it never changes. */
export function textOf({ kind, facts }: Pick<AlertRow, 'kind' | 'facts'>, shown: Shown): AlertText {
  const alert: AlertOfKind<object> = ALERTS[kind]
  const text = alert.write(facts, sayIn(shown))
  // An SMS of one part has no room for a repeat.
  return shown.channel === 'sms' && alert.smsWithoutTitle ? { ...text, title: '' } : text
}
