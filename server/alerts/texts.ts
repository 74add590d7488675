import type { AlertRow } from '#server/outbox/alerts/alert.ts'
import type { AlertOfKind } from '#server/outbox/alerts/describe-alert.ts'
import { ALERTS } from '#server/outbox/alerts/kinds/kinds.ts'
import { type AlertText, type Shown, sayIn } from '#server/outbox/alerts/say.ts'

/** What an alert says. Made from what was true when it was made, so it says the same at any time. */
export function textOf({ kind, facts }: Pick<AlertRow, 'kind' | 'facts'>, shown: Shown): AlertText {
  const alert: AlertOfKind<object> = ALERTS[kind]
  const text = alert.write(facts, sayIn(shown))
  // One part of an SMS has no room to say it twice.
  return shown.channel === 'sms' && alert.smsWithoutTitle ? { ...text, title: '' } : text
}
