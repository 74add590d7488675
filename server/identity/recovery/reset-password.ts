import { RESET_LINK_LIFETIME_MS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { parseEmail } from '#server/identity/accounts/person-rules.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import { hashToken, newToken } from '#server/identity/sessions/session-cookie.ts'
import { queueEmail } from '#server/outbox/emails/queue-email.ts'
import type { Email } from '#server/platform/email/email.ts'
import { AppError } from '#server/platform/errors.ts'
import { setLogAccount } from '#server/platform/log.ts'
import { countEmailAttempt } from './email-throttle.ts'
import { passwordResetEmail } from './emails.ts'
import { hashNewPassword } from './new-password.ts'

/**
 * Requests a link to set a new password. Behaves and responds the same whether or not the email has an account: that is
 * looked up when the email is written.
 *
 * @throws AppError account.email-invalid · account.code-wait
 */
export async function askForReset(deps: Deps, uncheckedEmail: string): Promise<void> {
  const email = parseEmail(uncheckedEmail)
  await deps.database.transaction(async (tx) => {
    await countEmailAttempt(tx, deps, `reset\n${email.toLowerCase()}`)
    await queueEmail(tx, deps, { userId: null, kind: 'password-reset', content: { email } })
  })
  deps.wakeWorker()
}

/** Writes the email with a new link and invalidates the previous one. Null when the email has no account. */
export async function composeResetEmail(deps: Deps, email: string): Promise<Email | null> {
  const token = newToken(deps)
  const now = deps.clock.now()
  const [owner] = await deps.database.query<{ id: UserId; email: string; fullName: string }>(
    `with owner as (
       select id, email, full_name from users where lower(email) = lower($1) and closed_at is null
     ), kept as (
       insert into password_resets (user_id, token_hash, created_at, expires_at)
       select id, $2, $3, $4 from owner
       on conflict (user_id) do update
         set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at
     )
     select id, email, full_name as "fullName" from owner`,
    [email, hashToken(token), now, new Date(now.getTime() + RESET_LINK_LIFETIME_MS)],
  )
  if (owner === undefined) return null
  deps.log.info({ userId: owner.id }, 'a link for a new password is made')
  return passwordResetEmail(deps.config, { to: owner.email, fullName: owner.fullName }, token)
}

/**
 * Sets a new password with the newest link, once. It signs nobody in: the account's device and sessions end, other
 * factors stay, and money out is limited for 24 hours.
 *
 * @throws AppError account.link-ended · account.password-weak · account.password-same · server.busy
 */
export async function resetPassword(deps: Deps, of: { token: string; uncheckedPassword: string }): Promise<void> {
  const tokenHash = hashToken(of.token)
  const [link] = await deps.database.query<{ user_id: UserId }>(
    'select user_id from password_resets where token_hash = $1 and expires_at > $2',
    [tokenHash, deps.clock.now()],
  )
  if (link === undefined) throw new AppError('account.link-ended')
  const userId = link.user_id
  setLogAccount(userId)
  const { before, after } = await hashNewPassword(deps, { userId, uncheckedPassword: of.uncheckedPassword })
  await deps.database.transaction(async (tx) => {
    const now = deps.clock.now()
    const used = await tx.query(
      'delete from password_resets where user_id = $1 and token_hash = $2 and expires_at > $3 returning user_id',
      [userId, tokenHash, now],
    )
    const changed = await tx.query(
      `update users set password_hash = $3, new_since = $4
       where id = $1 and password_hash = $2 and closed_at is null returning id`,
      [userId, before, after, now],
    )
    if (used.length === 0 || changed.length === 0) throw new AppError('account.link-ended')
    await tx.query('update sessions set ended_at = $2 where user_id = $1 and ended_at is null', [userId, now])
    await tx.query('update devices set revoked_at = $2 where user_id = $1 and revoked_at is null', [userId, now])
    await notifyOwner(tx, deps, { userId, kind: 'password-reset', deviceId: null })
  })
  deps.log.info({ userId }, 'password reset with a link')
  deps.events.publish(userId, { topics: ['session'] })
  deps.wakeWorker()
}
