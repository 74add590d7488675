import type { Deps } from '#server/deps.ts'
import { parseEmail } from '#server/identity/accounts/person-rules.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import { isSqlError } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { askForEmailCode, spendEmailCode } from './prove-email.ts'

/** @throws AppError session.not-fresh · account.email-invalid · account.code-wait */
export async function askToChangeEmail(deps: Deps, session: Session, uncheckedEmail: string): Promise<void> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  await askForEmailCode(deps, uncheckedEmail, session.userId)
}

/**
 * Changes an account's sign-in email once the new mailbox is proved. Both addresses are notified.
 *
 * @throws AppError session.not-fresh · account.email-invalid · account.code-wrong · session.none
 */
export async function changeEmail(deps: Deps, session: Session, of: { email: string; code: string }): Promise<void> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const email = parseEmail(of.email)
  const { userId, deviceId } = session
  await spendEmailCode(deps, { email, code: of.code, provedFor: userId })
  await deps.database
    .transaction(async (tx) => {
      const [owner] = await tx.query<{ email: string }>(
        'select email from users where id = $1 and closed_at is null for update',
        [userId],
      )
      if (owner === undefined) throw new AppError('session.none')
      await tx.query('update users set email = $2 where id = $1', [userId, email])
      await tx.query('delete from password_resets where user_id = $1', [userId])
      await notifyOwner(tx, deps, { userId, kind: 'email-changed', deviceId, alsoTo: owner.email })
    })
    .catch((error: unknown) => {
      // Somebody opened an account with this email since the code was sent.
      throw isSqlError(error, '23505', 'users_email') ? new AppError('account.code-wrong') : error
    })
  deps.log.info({ userId, deviceId }, 'email changed')
  deps.events.publish(userId, { topics: ['session'] })
  deps.wakeWorker()
}
