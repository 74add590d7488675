import { timingSafeEqual } from 'node:crypto'
import { canSwitch } from '#contract/alert-settings.ts'
import { type AlertCategory, alertCategory } from '#contract/alerts.ts'
import { isId, type UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { hashesOfOneTimeSecret, hashOneTimeSecret } from '#server/identity/accounts/one-time-secrets.ts'
import { AppError } from '#server/platform/errors.ts'
import { setLogAccount } from '#server/platform/log.ts'
import { changeSwitch } from './change-settings.ts'

const PLACE = 'alert-emails-off'

/** The address for one-tap unsubscribing by mailboxes (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/api/alerts/unsubscribe'
/** The page for people: the token follows the `#`, which no browser sends. */
const PAGE = '/alerts/off'

const marked = (userId: UserId, category: AlertCategory) => `${userId}.${category}`

/** A token that turns one category's emails off for one person, and nothing else. It never expires. */
export function unsubscribeToken(deps: Pick<Deps, 'keys'>, userId: UserId, category: AlertCategory): string {
  const of = marked(userId, category)
  return `${of}.${Buffer.from(hashOneTimeSecret(deps, PLACE, of)).toString('base64url')}`
}

/** The page where a person turns them off; also for a mailbox that opens the link instead of posting. */
export const unsubscribePage = (token: string) => `${PAGE}#${encodeURIComponent(token.toWellFormed())}`

/** Headers that let a mailbox offer to unsubscribe (RFC 2369, RFC 8058). */
export function unsubscribeHeaders({ publicUrl }: Pick<Deps['config'], 'publicUrl'>, token: string) {
  return {
    'List-Unsubscribe': `<${publicUrl}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/**
 * Turns a category's emails off by an email's link, without a sign-in. Repeating it has no effect.
 *
 * @returns the category
 * @throws AppError `alert.link-wrong`
 */
export async function unsubscribe(deps: Deps, token: string): Promise<AlertCategory> {
  const { userId, category } = readToken(deps, token)
  const [owner] = await deps.database.query('select 1 from users where id = $1 and closed_at is null', [userId])
  if (owner === undefined) throw new AppError('alert.link-wrong')
  setLogAccount(userId)
  await changeSwitch(deps, userId, { category, channel: 'email', isOn: false })
  deps.log.info({ userId, category }, 'alert emails turned off by a link')
  return category
}

function readToken(deps: Pick<Deps, 'keys'>, token: string): { userId: UserId; category: AlertCategory } {
  const [userId = '', name = '', mark = '', ...more] = token.split('.')
  const { data: category } = alertCategory.safeParse(name)
  if (!isId('usr', userId) || category === undefined || !canSwitch(category, 'email') || more.length > 0)
    throw new AppError('alert.link-wrong')
  const given = Buffer.from(mark, 'base64url')
  // Also accepts tokens from before a change of secret, while the change is under way.
  const isOurs = hashesOfOneTimeSecret(deps, PLACE, marked(userId, category)).some(
    (each) => each.length === given.length && timingSafeEqual(given, each),
  )
  if (!isOurs) throw new AppError('alert.link-wrong')
  return { userId, category }
}
