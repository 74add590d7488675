import type { PasswordBody } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import type { ConfirmProof } from '#contract/second-step.ts'
import type { Deps } from '#server/deps.ts'
import { consumeChallenge } from '#server/identity/devices/challenges.ts'
import { approvalText } from '#server/identity/devices/device-key.ts'
import { spendAuthenticatorCode } from '#server/identity/mfa/authenticator.ts'
import { tryCode } from '#server/identity/mfa/code-attempts.ts'
import { isStrong, readFactors } from '#server/identity/mfa/read-factors.ts'
import { spendRecoveryCode } from '#server/identity/mfa/recovery-codes.ts'
import { checkAssertion, countUse } from '#server/identity/passkeys/check-assertion.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import { renewToken, type Session } from '#server/identity/sessions/session.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { notifyFailedSignIns } from './notify-failed-sign-ins.ts'
import { rehashPassword } from './rehash-password.ts'
import { tryOwnPassword } from './try-own-password.ts'

/** Only the password was requested. */
const WRONG = { message: 'That password is not correct.' }

/**
 * Makes an open session fresh with what a full sign-in needs: the password, and a second proof if the account has a
 * passkey or an authenticator app. Tries share their wait with sign-ins on this device, so neither adds guesses to the
 * other. Returns the session's new token.
 *
 * @throws AppError session.wrong-credentials · session.wait · session.proof-needed · session.code-wrong ·
 *   session.code-wait · passkey.refused · approval.challenge-used · server.busy · session.none when it ended meanwhile
 */
export async function confirmPassword(deps: Deps, session: Session, body: PasswordBody): Promise<string> {
  const [account] = await deps.database.query<{ email: string; password_hash: string }>(
    'select email, password_hash from users where id = $1',
    [session.userId],
  )
  if (account === undefined) throw new AppError('session.none')
  const { userId, deviceId } = session
  const wrongBefore = await tryOwnPassword(deps, { session, account, password: body.password, wrong: WRONG })
  await deps.database.transaction((tx) =>
    notifyFailedSignIns(tx, deps, { userId, deviceId, browser: null, wrongBefore }),
  )
  const passwordHash = await rehashPassword(deps, {
    userId,
    password: body.password,
    passwordHash: account.password_hash,
  })
  const isProofNeeded = isStrong(await readFactors(deps.database, deps, userId))
  const proof = isProofNeeded ? await readProof(deps, session, body.proof ?? null) : null
  const token = await deps.database.transaction(async (tx) => {
    if (proof !== null && !(await spendCode(tx, deps, session, proof))) return null
    return await renewToken(tx, deps, session, { passwordHash, makesFresh: true })
  })
  if (token === null) throw new AppError('session.code-wrong')
  deps.log.info({ userId: session.userId, deviceId: session.deviceId }, 'password confirmed')
  deps.wakeWorker()
  return token
}

/** Checks a passkey at once; a code is tried in the transaction that it is for. */
async function readProof(deps: Deps, session: Session, proof: ConfirmProof | null): Promise<ConfirmProof> {
  if (proof === null) throw new AppError('session.proof-needed')
  const { userId } = session
  if (proof.by !== 'passkey') return proof
  const text = approvalText({ purpose: 'confirm', challenge: proof.challenge, terms: '' })
  const use = await checkAssertion(deps, { userId, text, assertion: proof.passkey })
  await consumeChallenge(deps, session, proof.challenge)
  await countUse(deps, userId, use)
  return proof
}

async function spendCode(
  tx: Transaction,
  deps: Deps,
  { userId, deviceId }: Pick<Session, 'userId' | 'deviceId'> & { readonly userId: UserId },
  proof: ConfirmProof,
): Promise<boolean> {
  if (proof.by === 'passkey') return true
  const { by, code } = proof
  if (by === 'authenticator')
    return await tryCode(tx, deps, { userId, spend: () => spendAuthenticatorCode(tx, deps, { userId, code }) })
  const used = await tryCode(tx, deps, { userId, spend: () => spendRecoveryCode(tx, deps, { userId, code }) })
  if (used) await notifyOwner(tx, deps, { userId, kind: 'recovery-code-used', deviceId })
  return used
}
