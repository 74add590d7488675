import { lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * How long after a proof of identity codes can be shown and returned, ms. Then the person is asked again on the spot.
 */
const AFTER_PROOF_MS = 5 * 60_000

/**
 * Requires a recent proof of identity in this session: a full sign-in, an unlock, or an approved order.
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

/**
 * Approvals from before the session do not count. Neither do purchases paid by bank transfer, which nobody approves.
 */
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
