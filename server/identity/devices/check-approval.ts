import type { Approval as ApprovalBody } from '#contract/accounts.ts'
import type { Deps } from '#server/deps.ts'
import { spendAuthenticatorCode } from '#server/identity/mfa/authenticator.ts'
import { tryCode } from '#server/identity/mfa/code-attempts.ts'
import { checkAssertion, countUse } from '#server/identity/passkeys/check-assertion.ts'
import type { PinAttempt } from '#server/identity/pin/attempts.ts'
import { tryPin } from '#server/identity/pin/try-pin.ts'
import { AppError } from '#server/platform/errors.ts'
import { type ActiveDevice, findActiveDevices } from './active-device.ts'
import type { ApprovalEvidence } from './approval-evidence.ts'
import { consumeChallenge } from './challenges.ts'
import { type ApprovalPurpose, approvalText, isSignedBy } from './device-key.ts'
import type { OnDevice } from './on-device.ts'

/** A request's proof that its person agrees: its device, and PIN and signature or a passkey. */
export type Approval = ApprovalBody & {
  readonly session: OnDevice
  readonly purpose: ApprovalPurpose
  readonly challenge: string
  /** The exact text that was shown; empty for everything but an order. */
  readonly terms: string
}

type ApprovalDeps = Pick<
  Deps,
  'clock' | 'config' | 'database' | 'keys' | 'log' | 'newId' | 'randomBytes' | 'wakeWorker'
>

/** The checked evidence, and the PIN still to be counted; null if it was counted or there is none. */
export type CheckedButForPin = { readonly evidence: NonNullable<ApprovalEvidence>; readonly pin: PinAttempt | null }

/**
 * Proves that the person at the session's device saw these terms and agrees. It checks in this order: the device, the
 * signature, the challenge (used up here; an order's belongs to its quote), the freezes of money out. Last comes what
 * is counted: a PIN attempt or a passkey use.
 *
 * Nothing before that is counted, so nobody without the device key can lock its owner out, and a passkey never touches
 * the PIN's counters.
 *
 * Must run outside a transaction: a wrong PIN stays counted whatever the caller does next.
 *
 * @returns the evidence to store
 * @throws AppError approval.invalid · passkey.refused · approval.challenge-used · money-out.frozen ·
 *   money-out.frozen-by-team · pin.frozen · pin.wrong · pin.wait · pin.off · pin.not-set · session.code-wrong ·
 *   session.code-wait
 */
export async function checkApproval(deps: ApprovalDeps, approval: Approval): Promise<NonNullable<ApprovalEvidence>> {
  const { evidence, pin } = await checkApprovalExceptPin(deps, approval)
  if (pin !== null) await tryPin(deps, approval.session, { ...pin, purpose: approval.purpose })
  return evidence
}

/**
 * Like checkApproval, but leaves the PIN to the caller. The caller counts it first in the transaction that does what
 * was agreed to, and commits the count whatever the rest does. A PIN that comes with a code is tried here, before the
 * code.
 *
 * @param known the session's device, if the caller has just read it
 * @throws AppError as checkApproval
 */
export async function checkApprovalExceptPin(
  deps: ApprovalDeps,
  approval: Approval,
  known?: { readonly device: ActiveDevice | undefined },
): Promise<CheckedButForPin> {
  const { session, deviceId, challenge } = approval
  const { device } = known ?? { device: await findActiveDevice(deps, session) }
  if (device === undefined || deviceId !== session.deviceId) throw new AppError('approval.invalid')
  const text = approvalText(approval)
  if ('passkey' in approval) {
    const use = await checkAssertion(deps, { userId: session.userId, text, assertion: approval.passkey })
    await requireOpen(deps, approval, device)
    await countUse(deps, session.userId, use)
    return { evidence: { deviceId, challenge, passkey: use.evidence }, pin: null }
  }
  const { signature, pinProof } = approval
  if (!(await isSignedBy({ x: device.key_x, y: device.key_y }, text, signature))) throw new AppError('approval.invalid')
  await requireOpen(deps, approval, device)
  if (approval.code == null || approval.code === '') {
    return {
      evidence: { deviceId, challenge, signature },
      pin: { userId: session.userId, deviceId: device.id, pinProof },
    }
  }
  await tryPin(deps, session, approval)
  await checkCode(deps, session, approval.code)
  return { evidence: { deviceId, challenge, signature, withCode: true }, pin: null }
}

/** Checks an authenticator code given with the PIN. Tries wait like those of signing in. */
async function checkCode(deps: ApprovalDeps, { userId }: OnDevice, code: string): Promise<void> {
  const isRight = await deps.database.transaction((tx) =>
    tryCode(tx, deps, { userId, spend: () => spendAuthenticatorCode(tx, deps, { userId, code }) }),
  )
  if (!isRight) throw new AppError('session.code-wrong')
}

async function findActiveDevice(deps: Pick<Deps, 'database'>, session: OnDevice): Promise<ActiveDevice | undefined> {
  return (await findActiveDevices(deps.database, [session]))[0]
}

/** Uses the challenge up. For an order, whose quote works only once anyway, checks whether money may leave instead. */
async function requireOpen(deps: ApprovalDeps, approval: Approval, device: ActiveDevice): Promise<void> {
  if (approval.purpose !== 'order') {
    await consumeChallenge(deps, approval.session, approval.challenge)
    return
  }
  // Checked first, because the owner alone cannot lift it.
  if (device.operator_frozen_at !== null) throw new AppError('money-out.frozen-by-team')
  if (device.frozen_at !== null) throw new AppError('money-out.frozen')
  const leftMs = (device.money_out_frozen_until?.getTime() ?? 0) - deps.clock.now().getTime()
  if (leftMs > 0) throw new AppError('pin.frozen', { retryAfterS: Math.ceil(leftMs / 1000) })
}
