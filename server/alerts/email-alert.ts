import { ALERT_CATEGORIES, type AlertKind } from '#contract/alerts.ts'
import { formatMoment } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { freezeLink } from '#server/identity/recovery/freeze-link.ts'
import { composeEmail } from '#server/platform/email/compose-email.ts'
import type { EmailFailure } from '#server/platform/email/email.ts'
import type { Delivery, OutgoingAlert } from './channel.ts'

/** Where money left, its owner may not have sent it. */
const MONEY_LEFT: readonly AlertKind[] = ['order-completed', 'order-paid-late', 'order-late', 'order-in-review']

/**
 * Emails an alert. One whose outcome is unknown is sent again under the same id, word for word, so a mailbox shows it once.
 * Security has emails of its own, which nobody can switch off: server/identity/security-events/.
 */
export async function emailAlert(deps: Deps, { userId, alert, text }: OutgoingAlert): Promise<Delivery> {
  if (ALERT_CATEGORIES[alert.kind] === 'security') return 'off'
  const [owner] = await deps.database.query<{ email: string }>('select email from users where id = $1', [userId])
  if (owner === undefined) return 'off'
  const doubt = MONEY_LEFT.includes(alert.kind)
    ? [`If that was not you, freeze money out at once, without signing in: ${freezeLink(deps, userId)}`]
    : []
  const email = composeEmail(deps.config, owner.email, text.title, [
    text.body,
    `${formatMoment(alert.at.toISOString())} in Lagos. Reference ${alert.subjectId}.`,
    `See it in ${deps.config.brand}: ${text.url}`,
    ...doubt,
    `You choose under Security, Alerts, which emails like this you get.`,
  ])
  try {
    await deps.mailer.send({ ...email, id: alert.id })
    return 'sent'
  } catch (error) {
    const isFinal = (error as EmailFailure).isFinal === true
    deps.log.warn({ err: error, alertId: alert.id, alert: alert.kind, isFinal }, 'an alert was not emailed')
    return isFinal ? 'given-up' : 'later'
  }
}
