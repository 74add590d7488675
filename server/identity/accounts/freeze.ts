import type { AccountEventKind } from '#contract/account-events.ts'
import type { FreezeBody } from '#contract/accounts.ts'
import type { FreezeHeading } from '#contract/freezes.ts'
import type { DeviceId, FreezeId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { checkApproval } from '#server/identity/devices/check-approval.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Freezes money out at once: from this commit on, no order that takes money out of the wallet is approved. Orders
 * approved before continue, money still comes in, and the owner still sees everything.
 *
 * @throws AppError those of checkApproval
 */
export async function freezeMoneyOut(deps: Deps, session: Session, { challenge, approval }: FreezeBody): Promise<void> {
  await checkApproval(deps, { ...approval, session, purpose: 'freeze', challenge, terms: '' })
  await freezeAccount(deps, session)
  deps.log.warn({ userId: session.userId }, 'money out frozen by its owner')
  deps.events.publish(session.userId, { topics: ['session'] })
}

/** Freezes money out for its owner. The caller has checked the proof. `deviceId` is null when done by link. */
export async function freezeAccount(deps: Deps, of: { userId: UserId; deviceId: DeviceId | null }): Promise<void> {
  await deps.database.transaction((tx) => writeFreeze(tx, deps, { ...of, byTeam: null }))
  deps.wakeWorker()
}

/** A freeze by our team: its id, and the heading of its reason. */
export type TeamFreeze = { readonly id: FreezeId; readonly heading: FreezeHeading }

/** How the owner is notified of a freeze by our team. */
const EVENT_OF = {
  wish: 'frozen-by-request',
  safety: 'frozen-for-safety',
  review: 'frozen-for-review',
} as const satisfies Readonly<Record<FreezeHeading, AccountEventKind>>

/**
 * Freezes money out, in the transaction that decides it, and notifies the owner. The owner's own freeze and our team's
 * exist side by side. A team freeze for another reason replaces one at the owner's wish, which then becomes the owner's
 * own. Returns whether it froze anything new.
 */
export async function writeFreeze(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys' | 'newId' | 'randomBytes'>,
  of: { userId: UserId; deviceId: DeviceId | null; byTeam: TeamFreeze | null },
): Promise<boolean> {
  const { userId, deviceId, byTeam } = of
  const now = deps.clock.now()
  const frozen =
    byTeam === null
      ? await tx.query(
          'update users set frozen_at = $2 where id = $1 and frozen_at is null and closed_at is null returning id',
          [userId, now],
        )
      : await tx.query(
          `update users set operator_freeze_id = $2, operator_frozen_at = $3, operator_freeze_heading = $4,
             frozen_at = coalesce(frozen_at, operator_frozen_at)
           where id = $1 and closed_at is null
             and (operator_freeze_id is null or operator_freeze_heading = 'wish' and $4 <> 'wish') returning id`,
          [userId, byTeam.id, now, byTeam.heading],
        )
  if (frozen.length === 0) return false
  const kind = byTeam === null ? 'frozen' : EVENT_OF[byTeam.heading]
  await notifyOwner(tx, deps, { userId, kind, deviceId })
  return true
}

/** Whether the owner alone can lift a freeze by our team. Null: there is none. */
export function mayOwnerLift(heading: FreezeHeading | null): boolean {
  return heading === null || heading === 'wish'
}

/**
 * Lets money out again. Needs both what the person knows away from the device and what works only on it: a thief who
 * has one of them finds the account frozen. A team freeze for any reason but the owner's wish stays, and until it is
 * lifted so does the owner's own.
 *
 * @throws AppError session.not-fresh · money-out.frozen-by-team, and those of checkApproval
 */
export async function unfreezeMoneyOut(
  deps: Deps,
  session: Session,
  { challenge, approval }: FreezeBody,
): Promise<void> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  await checkApproval(deps, { ...approval, session, purpose: 'unfreeze', challenge, terms: '' })
  await deps.database.transaction((tx) => liftByOwner(tx, deps, session))
  deps.wakeWorker()
  deps.log.warn({ userId: session.userId }, 'money out unfrozen by its owner')
  deps.events.publish(session.userId, { topics: ['session'] })
}

async function liftByOwner(tx: Transaction, deps: Deps, { userId, deviceId }: Session): Promise<void> {
  const [state] = await tx.query<{ frozen: boolean; heading: FreezeHeading | null }>(
    `select frozen_at is not null as frozen, operator_freeze_heading as heading
     from users where id = $1 for no key update`,
    [userId],
  )
  if (state === undefined || (!state.frozen && state.heading === null)) return
  if (!mayOwnerLift(state.heading)) throw new AppError('money-out.frozen-by-team')
  await tx.query(
    `update users set frozen_at = null, operator_freeze_id = null, operator_frozen_at = null,
       operator_freeze_heading = null where id = $1`,
    [userId],
  )
  await notifyOwner(tx, deps, { userId, kind: 'unfrozen', deviceId })
}
