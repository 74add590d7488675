import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { consumeChallenge } from './challenges.ts'
import { type ApprovalPurpose, approvalText, isSignedBy } from './device-key.ts'
import type { OnDevice } from './on-device.ts'
import { tryPin } from './try-pin.ts'

export type Approval = {
  readonly session: OnDevice
  /** The device the request claims to come from; must be the session's. */
  readonly deviceId: string
  readonly purpose: ApprovalPurpose
  readonly challenge: string
  /** The exact text that was shown; empty for an unlock. */
  readonly terms: string
  readonly pinProof: string
  readonly signature: string
}

/**
 * Proves that the person at the session's device saw these terms and knows the PIN. In this order: the device, its
 * signature, the challenge (for an unlock, used up here; an order's belongs to its quote), the pause on money out, the PIN.
 * Whatever comes before the PIN does not count against it, so nobody without the device key can lock its owner out.
 * Must run outside a transaction: a wrong PIN stays counted whatever the caller does next.
 *
 * @throws AppError approval.invalid · approval.challenge-used · pin.frozen · pin.wrong · pin.wait · pin.off · pin.not-set
 */
export async function checkApproval(
  deps: Pick<Deps, 'clock' | 'database' | 'keys' | 'log'>,
  approval: Approval,
): Promise<void> {
  const { session, purpose } = approval
  const device = approval.deviceId === session.deviceId ? await findActiveDevice(deps, session) : null
  if (device === null) throw new AppError('approval.invalid')
  const signed = isSignedBy({ x: device.key_x, y: device.key_y }, approvalText(approval), approval.signature)
  if (!signed) throw new AppError('approval.invalid')
  if (purpose === 'unlock') await consumeChallenge(deps, session, approval.challenge)
  else refuseWhileFrozen(device.money_out_frozen_until, deps.clock.now())
  await tryPin(deps, session, approval)
}

type DeviceRow = { key_x: string; key_y: string; money_out_frozen_until: Date | null }

async function findActiveDevice(deps: Pick<Deps, 'database'>, session: OnDevice): Promise<DeviceRow | null> {
  const [row] = await deps.database.query<DeviceRow>(
    `select d.key_x, d.key_y, u.money_out_frozen_until
     from devices d join users u on u.id = d.user_id
     where d.user_id = $1 and d.id = $2 and d.revoked_at is null`,
    [session.userId, session.deviceId],
  )
  return row ?? null
}

function refuseWhileFrozen(until: Date | null, now: Date): void {
  if (until === null || until <= now) return
  throw new AppError('pin.frozen', { retryAfterS: Math.ceil((until.getTime() - now.getTime()) / 1000) })
}
