import { ALERT_KINDS } from '#contract/alert-kinds.ts'
import { canSwitch } from '#contract/alert-settings.ts'
import { lagosMoment } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { FREEZE_WORDS, freezeLink } from '#server/identity/recovery/freeze-link.ts'
import { alarmRefusedEmail } from '#server/outbox/alarms/alarm-refused-email.ts'
import { ALERTS } from '#server/outbox/alerts/kinds/kinds.ts'
import { sentences } from '#server/outbox/alerts/order-texts.ts'
import type { EmailBlock } from '#server/platform/email/blocks.ts'
import { composeEmail } from '#server/platform/email/compose-email.ts'
import type { EmailFailure } from '#server/platform/email/email.ts'
import type { Delivery, OutgoingAlert } from './channel.ts'
import { unsubscribeHeaders, unsubscribePage, unsubscribeToken } from './unsubscribe.ts'

/** Subjects with a reference for support: an order, a deposit or a list. A report has its own number in its text. */
const WITH_REFERENCE = /^(?:ord|dep|bat)_/

/** The text of an alert's email below its heading, and what to do if it was not its owner. */
export function emailBlocks(
  { alert, text }: Pick<OutgoingAlert, 'alert' | 'text'>,
  brand: string,
  links: { readonly freeze: string; readonly unsubscribe: string | null },
): EmailBlock[] {
  return [
    text.body,
    sentences(`${lagosMoment(alert.at)}.`, WITH_REFERENCE.test(alert.subjectId) && `Reference ${alert.subjectId}.`),
    { button: `See it in ${brand}`, url: text.url },
    ...(ALERTS[alert.kind].moneyLeft
      ? [{ before: 'If that was not you, ', link: FREEZE_WORDS, url: links.freeze }]
      : []),
    ...(links.unsubscribe === null
      ? []
      : [{ before: 'Do not want emails like this? ', link: 'Turn them off', url: links.unsubscribe }]),
  ]
}

/**
 * Emails an alert. After an unknown outcome it is sent again under the same id, word for word, so a mailbox shows it
 * once. Security has its own emails, which nobody can turn off: server/identity/security-events/.
 */
export async function emailAlert(deps: Deps, { userId, owner, alert, text }: OutgoingAlert): Promise<Delivery> {
  const category = ALERT_KINDS[alert.kind].category
  if (category === 'security' || owner.email === null) return 'off'
  const token = canSwitch(category, 'email') ? unsubscribeToken(deps, userId, category) : null
  const { publicUrl, brand } = deps.config
  const links = {
    freeze: freezeLink(deps, userId),
    unsubscribe: token === null ? null : `${publicUrl}${unsubscribePage(token)}`,
  }
  const email = composeEmail(deps.config, {
    to: owner.email,
    fullName: owner.fullName,
    subject: text.title,
    blocks: emailBlocks({ alert, text }, brand, links),
  })
  const headers = token === null ? {} : { headers: unsubscribeHeaders(deps.config, token) }
  try {
    await deps.mailer.send({ ...email, ...headers, id: alert.id, isBulk: true })
    return 'sent'
  } catch (error) {
    const failure = error as EmailFailure
    const isFinal = failure.isFinal === true
    await alarmRefusedEmail(deps, failure)
    deps.log.warn({ err: error, alertId: alert.id, alert: alert.kind, isFinal }, 'an alert was not emailed')
    return isFinal ? 'given-up' : 'later'
  }
}
