import type { FreezeBody } from '#contract/accounts.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { checkApproval } from '../devices/check-approval.ts'
import type { Session } from './session.ts'

/**
 * Freezes money out, at once: from this commit on no order that takes money out of the wallet is approved. What was
 * approved before goes on, money comes in, and nothing is hidden from its owner.
 *
 * @throws AppError those of checkApproval
 */
export async function freezeMoneyOut(deps: Deps, session: Session, { challenge, approval }: FreezeBody): Promise<void> {
  await checkApproval(deps, { ...approval, session, purpose: 'freeze', challenge, terms: '' })
  await deps.database.query('update users set frozen_at = coalesce(frozen_at, $2) where id = $1', [
    session.userId,
    deps.clock.now(),
  ])
  deps.log.warn({ userId: session.userId }, 'money out frozen by its owner')
  deps.events.publish(session.userId, { topics: ['session'] })
}

/**
 * Lets money out again. Needs both, what the person knows away from the device and what works only on it: a thief who
 * got one of them has found the account frozen for a reason.
 *
 * @throws AppError session.not-fresh, and those of checkApproval
 */
export async function unfreezeMoneyOut(
  deps: Deps,
  session: Session,
  { challenge, approval }: FreezeBody,
): Promise<void> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  await checkApproval(deps, { ...approval, session, purpose: 'unfreeze', challenge, terms: '' })
  await deps.database.query('update users set frozen_at = null where id = $1', [session.userId])
  deps.log.warn({ userId: session.userId }, 'money out unfrozen by its owner')
  deps.events.publish(session.userId, { topics: ['session'] })
}
