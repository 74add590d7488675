import type { AccountEventKind } from '#contract/account-events.ts'
import { NEW_LIMIT_SENTENCE } from '#contract/new-limit.ts'
import { formatMoment } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { findMailboxOwner } from '#server/identity/accounts/find-mailbox-owner.ts'
import { FREEZE_WORDS, freezeLink } from '#server/identity/recovery/freeze-link.ts'
import { sentenceOfEvent, subjectOfEvent } from '#server/outbox/alerts/account-events.ts'
import type { QueuedEmail } from '#server/outbox/emails/email-kinds.ts'
import { composeEmail } from '#server/platform/email/compose-email.ts'
import type { Email } from '#server/platform/email/email.ts'

/** These events restart the first 24 hours, in installations that limit them. */
const NEW_AGAIN: readonly AccountEventKind[] = ['device-bound', 'pin-set', 'password-reset', 'account-recovered']

/** Already frozen, so the email offers no freeze. */
const FROZEN_BY_TEAM: readonly AccountEventKind[] = ['frozen-by-request', 'frozen-for-safety', 'frozen-for-review']
/** Done by our team, so the email does not ask whether it was the owner. */
const BY_TEAM: readonly AccountEventKind[] = ['sessions-ended', 'unfrozen-by-team']

/** The email about an account event. It says when and where, and offers to freeze at once. */
export async function composeEventEmail(deps: Deps, { userId, content }: QueuedEmail<'account-event'>): Promise<Email> {
  const [subject, sentence] = [subjectOfEvent(content.event), sentenceOfEvent(content.event)]
  const limited = NEW_AGAIN.includes(content.event) && deps.config.newLimit ? [NEW_LIMIT_SENTENCE] : []
  const where = content.browser === null ? '' : ` with ${content.browser}`
  const doubt = BY_TEAM.includes(content.event) ? 'If you find something you did not do' : 'If that was not you'
  const help =
    userId === null || content.event === 'account-closed'
      ? []
      : FROZEN_BY_TEAM.includes(content.event)
        ? ['Sign in and look under Security: it says what you can do next. Or write to support.']
        : [
            { before: `${doubt}, `, link: FREEZE_WORDS, url: freezeLink(deps, userId) },
            'Then sign in and change your password under Security, or write to support.',
          ]
  return composeEmail(deps.config, {
    to: content.email,
    fullName: await findMailboxOwner(deps.database, content.email),
    subject,
    blocks: [[sentence, ...limited].join(' '), `${formatMoment(content.at)} in Lagos${where}.`, ...help],
  })
}
