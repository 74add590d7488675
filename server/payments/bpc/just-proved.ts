import { lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import { AppError } from '#server/platform/errors.ts'

/** Codes are shown and returned this long after the person proved who they are; then they are asked again, on the spot. */
const AFTER_PROOF_MS = 5 * 60_000

/**
 * Somebody has just proved who they are in this session: by a full sign-in, by unlocking, or by approving an order.
 *
 * @throws AppError pin.needed
 */
export async function requireJustProved(deps: Pick<Deps, 'clock' | 'database'>, session: Session): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - AFTER_PROOF_MS)
  if (session.unlockedAt >= since || (await hasApprovedSince(deps, session, since))) return
  throw new AppError('pin.needed', {
    message: 'Enter your PIN again, or use your passkey, to see your codes. Your money is untouched.',
  })
}

/** What was approved before the session began proves nothing in it. A purchase that is paid by bank transfer is approved by nobody. */
async function hasApprovedSince(
  { database }: Pick<Deps, 'database'>,
  { userId, createdAt }: Session,
  since: Date,
): Promise<boolean> {
  const from = new Date(Math.max(since.getTime(), createdAt.getTime()))
  const approved = await database.query(
    `select 1 from orders
     where user_id = $1 and lagos_day >= $2 and created_at > $3 and approval <> 'null' limit 1`,
    [userId, lagosDay(from), from],
  )
  return approved.length > 0
}
