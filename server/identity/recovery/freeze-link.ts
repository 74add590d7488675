import { timingSafeEqual } from 'node:crypto'
import { isId, type UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { freezeAccount } from '#server/identity/accounts/freeze.ts'
import { hashesOfOneTimeSecret, hashOneTimeSecret } from '#server/identity/accounts/one-time-secrets.ts'
import { AppError } from '#server/platform/errors.ts'
import { setLogAccount } from '#server/platform/log.ts'
import { stopRecovery } from './stop-recovery.ts'

const PLACE = 'freeze-link'

/** What the link does, as the end of a sentence. */
export const FREEZE_WORDS = 'freeze your account at once, without signing in'

/** The link in every email about an account: it lets the reader freeze money out, and nothing else. */
export function freezeLink(deps: Pick<Deps, 'config' | 'keys'>, userId: UserId): string {
  return `${deps.config.publicUrl}/freeze#${userId}.${Buffer.from(hashOneTimeSecret(deps, PLACE, userId)).toString('base64url')}`
}

/**
 * Freezes money out by an email's link, without a sign-in, and stops a recovery of the account. The link never expires:
 * it can only hold things up, and only a full sign-in unfreezes.
 *
 * @throws AppError account.link-ended
 */
export async function freezeByLink(deps: Deps, token: string): Promise<void> {
  const [userId = '', mark = ''] = token.split('.')
  if (!isId('usr', userId)) throw new AppError('account.link-ended')
  const given = Buffer.from(mark, 'base64url')
  // Also accepts links from before a change of secret, while the change is under way.
  const isOurs = marksOf(deps, userId).some((each) => each.length === given.length && timingSafeEqual(given, each))
  if (!isOurs) throw new AppError('account.link-ended')
  setLogAccount(userId)
  await freezeAccount(deps, { userId, deviceId: null })
  await deps.database.transaction((tx) => stopRecovery(tx, deps, { userId, deviceId: null }))
  deps.wakeWorker()
  deps.log.warn({ userId }, 'money out frozen by a link')
  deps.events.publish(userId, { topics: ['session'] })
}

const marksOf = (deps: Pick<Deps, 'keys'>, userId: UserId) => hashesOfOneTimeSecret(deps, PLACE, userId)
