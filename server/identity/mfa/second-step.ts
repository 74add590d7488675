import { createHash } from 'node:crypto'
import type { DevicePublicKey } from '#contract/accounts.ts'
import { CODE_WRONG_MAX, MAIL_CODE_PAUSE_MS, SECOND_STEP_LIFETIME_MS } from '#contract/constants.ts'
import type { Factors } from '#contract/factors.ts'
import type { UserId } from '#contract/ids.ts'
import type { SecondStep, SecondStepBody, SecondStepMethod, SecondStepProof } from '#contract/second-step.ts'
import { plainCode } from '#contract/typed.ts'
import type { Deps } from '#server/deps.ts'
import { hashesOfOneTimeSecret, hashOneTimeSecret, newEmailCode } from '#server/identity/accounts/one-time-secrets.ts'
import { maskEmail } from '#server/identity/accounts/person-rules.ts'
import { approvalText } from '#server/identity/devices/device-key.ts'
import { askForPasskey } from '#server/identity/passkeys/ask-for-passkey.ts'
import { checkAssertion, countUse } from '#server/identity/passkeys/check-assertion.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import { hashToken, newToken } from '#server/identity/sessions/session-cookie.ts'
import {
  announceSignIn,
  type CompletedSignIn,
  completeSignIn,
  type ProvedAccount,
} from '#server/identity/sign-in/complete-sign-in.ts'
import { notifyFailedSignIns } from '#server/identity/sign-in/notify-failed-sign-ins.ts'
import { queueEmail } from '#server/outbox/emails/queue-email.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { setLogAccount } from '#server/platform/log.ts'
import { spendAuthenticatorCode } from './authenticator.ts'
import { tryCode } from './code-attempts.ts'
import { isStrong, readFactors } from './read-factors.ts'
import { spendRecoveryCode } from './recovery-codes.ts'

/**
 * Most sign-ins of one account awaiting their second step. Further ones wait for one to end. The account's own device
 * counts separately, so someone with the password elsewhere cannot lock the owner out.
 */
const OPEN_MAX = 5

type BeginSecondStep = {
  readonly account: ProvedAccount
  readonly publicKey: DevicePublicKey
  readonly browser: string | null
  readonly isOwnDevice: boolean
  readonly factors: Factors
  /** Wrong passwords in a row before this right one. */
  readonly wrongBefore: number
}

/**
 * Starts the second step of a sign-in whose password was right. It is required on any device if the account has a
 * passkey or an authenticator app, and on every device but its own. If nothing stronger is set up, a code is emailed.
 *
 * @throws AppError session.mail-wait with retryAfterS when too many are open
 */
export async function beginSecondStep(deps: Deps, of: BeginSecondStep): Promise<SecondStep> {
  const { account, publicKey, browser, isOwnDevice, factors, wrongBefore } = of
  const token = newToken(deps)
  const challenge = Buffer.from(deps.randomBytes(32)).toString('base64url')
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + SECOND_STEP_LIFETIME_MS)
  const methods = methodsOf(factors)
  await deps.database.transaction(async (tx) => {
    await requireRoom(tx, of, now)
    await tx.query(
      `insert into sign_ins (user_id, token_hash, key_x, key_y, password_hash, challenge, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [account.id, hashToken(token), publicKey.x, publicKey.y, account.password_hash, challenge, now, expiresAt],
    )
    if (methods.includes('email')) await mailCode(tx, deps, { account, token })
    await notifyFailedSignIns(tx, deps, { userId: account.id, deviceId: null, browser, wrongBefore })
  })
  deps.log.info({ userId: account.id, methods, isOwnDevice }, 'a second step is asked for')
  deps.wakeWorker()
  const text = textOf(challenge)
  return {
    token,
    methods,
    sentTo: methods.includes('email') ? maskEmail(account.email) : null,
    passkey: factors.passkeys === 0 ? null : await askForPasskey(deps, { userId: account.id, text }),
    ownDevice: isOwnDevice,
    expiresAt: expiresAt.toISOString(),
  }
}

/** An emailed code is the fallback for accounts without a stronger factor, never a way around one. */
function methodsOf(factors: Factors): SecondStepMethod[] {
  const methods: SecondStepMethod[] = []
  if (factors.passkeys > 0) methods.push('passkey')
  if (factors.authenticator !== null) methods.push('authenticator')
  if (!isStrong(factors)) methods.push('email')
  if (factors.recoveryCodes > 0) methods.push('recovery-code')
  return methods
}

/** Locks the user's row, so that the limit holds for concurrent sign-ins. */
async function requireRoom(tx: Transaction, of: BeginSecondStep, now: Date): Promise<void> {
  const { account, publicKey, isOwnDevice } = of
  const userId = account.id
  await tx.query('select 1 from users where id = $1 for no key update', [userId])
  await tx.query('delete from sign_ins where user_id = $1 and expires_at <= $2', [userId, now])
  const open = await tx.query<{ expires_at: Date }>(
    `select expires_at from sign_ins
     where user_id = $1 and (not $4 or (key_x = $2 and key_y = $3)) order by expires_at`,
    [userId, publicKey.x, publicKey.y, isOwnDevice],
  )
  const [first] = open
  if (first === undefined || open.length < OPEN_MAX) return
  throw new AppError('session.mail-wait', {
    message: 'Too many sign-ins to this account are waiting for a second proof. Wait a little, then try again.',
    retryAfterS: Math.ceil((first.expires_at.getTime() - now.getTime()) / 1000),
  })
}

type OpenSignIn = ProvedAccount & {
  readonly key_x: string
  readonly key_y: string
  readonly challenge: string
  readonly mail_code_hash: Uint8Array | null
  readonly mailed_at: Date | null
}

/**
 * Emails another code for a pending sign-in; the previous one stops working.
 *
 * @throws AppError session.second-step-ended · session.mail-wait with retryAfterS
 */
export async function emailAnotherCode(deps: Deps, token: string): Promise<void> {
  const account = await requireOpen(deps, token)
  const factors = await readFactors(deps.database, deps, account.id)
  if (!methodsOf(factors).includes('email')) throw new AppError('session.second-step-ended')
  await deps.database.transaction((tx) => mailCode(tx, deps, { account, token }))
  deps.wakeWorker()
}

/** Of concurrent requests, one emails a code: the pause is per account and checked by the statement that counts it. */
async function mailCode(
  tx: Transaction,
  deps: Deps,
  of: { account: Pick<ProvedAccount, 'id' | 'email'>; token: string },
): Promise<void> {
  const code = newEmailCode(deps.randomBytes)
  const now = deps.clock.now()
  const pausedSince = new Date(now.getTime() - MAIL_CODE_PAUSE_MS)
  const mailed = await tx.query(
    `update sign_ins set mail_code_hash = $3, mailed_at = $4
     where user_id = $1 and token_hash = $2 and (mailed_at is null or mailed_at <= $5) returning token_hash`,
    [of.account.id, hashToken(of.token), hashOneTimeSecret(deps, placeOf(of.token), code), now, pausedSince],
  )
  if (mailed.length === 0) throw new AppError('session.mail-wait', { retryAfterS: MAIL_CODE_PAUSE_MS / 1000 })
  const { id: userId, email } = of.account
  await queueEmail(tx, deps, { userId, kind: 'second-step-code', content: { email, code } })
}

/**
 * Completes a sign-in with its second proof: this device becomes, or stays, the account's own. A code is counted as
 * wrong before it is compared, in the same transaction; a passkey is counted when refused. Five end the sign-in, and
 * the owner is notified of the first. The growing wait between codes is per account.
 *
 * @throws AppError session.second-step-ended · session.code-wrong · session.code-wait · passkey.refused
 */
export async function finishSecondStep(
  deps: Deps,
  body: SecondStepBody,
  browser: string | null,
): Promise<CompletedSignIn> {
  const signIn = await requireOpen(deps, body.token)
  const { proof, token } = body
  const attempt = { userId: signIn.id, token, browser }
  if (proof.by === 'passkey') await provePasskey(deps, signIn, proof, attempt)
  const inside = await deps.database.transaction(async (tx) => {
    const wrong = proof.by === 'passkey' ? null : await findWrong(tx, deps, { attempt, signIn, proof })
    if (wrong !== null) return { wrong }
    const done = await tx.query('delete from sign_ins where user_id = $1 and token_hash = $2 returning user_id', [
      signIn.id,
      hashToken(token),
    ])
    if (done.length === 0) throw new AppError('session.second-step-ended')
    const result = await completeSignIn(tx, deps, { account: signIn, publicKey: keyOf(signIn), browser })
    if (proof.by === 'recovery-code') await notifyOwner(tx, deps, { ...result, kind: 'recovery-code-used' })
    return result
  })
  if ('wrong' in inside) {
    await tellFirstWrong(deps, attempt, inside.wrong)
    throw new AppError('session.code-wrong')
  }
  deps.log.info({ userId: signIn.id, by: proof.by }, 'second step done')
  announceSignIn(deps, inside)
  return inside
}

/** A sign-in that still waits, and whose password is still the account's. */
async function requireOpen(deps: Deps, token: string): Promise<OpenSignIn> {
  const [row] = await deps.database.query<OpenSignIn>(
    `select u.id, u.email, u.full_name, u.created_at, s.password_hash, s.key_x, s.key_y, s.challenge,
       s.mail_code_hash, s.mailed_at
     from sign_ins s join users u on u.id = s.user_id and u.password_hash = s.password_hash and u.closed_at is null
     where s.token_hash = $1 and s.expires_at > $2 and s.wrong < $3`,
    [hashToken(token), deps.clock.now(), CODE_WRONG_MAX],
  )
  if (row === undefined) throw new AppError('session.second-step-ended')
  setLogAccount(row.id)
  return row
}

type CodeProof = Exclude<SecondStepProof, { by: 'passkey' }>

/** An attempt to complete a sign-in, and its browser. */
type Attempt = { readonly userId: UserId; readonly token: string; readonly browser: string | null }

/** An assertion cannot be a guess, so it is counted only once refused. */
async function provePasskey(
  deps: Deps,
  signIn: OpenSignIn,
  { passkey }: Extract<SecondStepProof, { by: 'passkey' }>,
  attempt: Attempt,
): Promise<void> {
  const { userId } = attempt
  const text = textOf(signIn.challenge)
  try {
    await countUse(deps, userId, await checkAssertion(deps, { userId, text, assertion: passkey }))
  } catch (error) {
    if (error instanceof AppError && error.code === 'passkey.refused')
      await tellFirstWrong(deps, attempt, await countWrong(deps.database, attempt))
    throw error
  }
}

/**
 * Tries a code, counted for the account and against this sign-in. Null when it is right, else this sign-in's number of
 * wrong ones.
 */
async function findWrong(
  tx: Transaction,
  deps: Deps,
  { attempt, signIn, proof }: { attempt: Attempt; signIn: OpenSignIn; proof: CodeProof },
): Promise<number | null> {
  let wrong = 0
  const spend = async () => {
    wrong = await countWrong(tx, attempt)
    return await spendProof(tx, deps, { signIn, token: attempt.token, proof })
  }
  return (await tryCode(tx, deps, { userId: signIn.id, spend })) ? null : wrong
}

async function countWrong(sql: Sql, { userId, token }: Attempt): Promise<number> {
  const [counted] = await sql.query<{ wrong: number }>(
    'update sign_ins set wrong = wrong + 1 where user_id = $1 and token_hash = $2 and wrong < $3 returning wrong',
    [userId, hashToken(token), CODE_WRONG_MAX],
  )
  if (counted === undefined) throw new AppError('session.second-step-ended')
  return counted.wrong
}

/** Whoever gets this far knows the password. One email per sign-in, so that the mailbox is not flooded. */
async function tellFirstWrong(deps: Deps, { userId, browser }: Attempt, wrong: number): Promise<void> {
  if (wrong !== 1) return
  await deps.database.transaction((tx) =>
    notifyOwner(tx, deps, { userId, kind: 'second-step-wrong', deviceId: null, browser }),
  )
  deps.log.warn({ userId }, 'the password was right, and the second step wrong')
  deps.wakeWorker()
}

async function spendProof(
  tx: Transaction,
  deps: Deps,
  { signIn, token, proof }: { signIn: OpenSignIn; token: string; proof: CodeProof },
): Promise<boolean> {
  const userId = signIn.id
  switch (proof.by) {
    case 'authenticator':
      return await spendAuthenticatorCode(tx, deps, { userId, code: proof.code })
    case 'recovery-code':
      return await spendRecoveryCode(tx, deps, { userId, code: proof.code })
    case 'email':
      return (
        (await hasMailCode(tx, deps, { userId, token, code: proof.code })) &&
        !isStrong(await readFactors(tx, deps, userId))
      )
  }
}

async function hasMailCode(
  tx: Transaction,
  deps: Deps,
  of: { userId: UserId; token: string; code: string },
): Promise<boolean> {
  const hashes = hashesOfOneTimeSecret(deps, placeOf(of.token), plainCode(of.code))
  const found = await tx.query(
    'select 1 from sign_ins where user_id = $1 and token_hash = $2 and mail_code_hash = any($3)',
    [of.userId, hashToken(of.token), hashes],
  )
  return found.length > 0
}

const keyOf = ({ key_x, key_y }: OpenSignIn) => ({ kty: 'EC', crv: 'P-256', x: key_x, y: key_y }) as const
const textOf = (challenge: string) => approvalText({ purpose: 'sign-in', challenge, terms: '' })
const placeOf = (token: string) => `sign-in\n${createHash('sha256').update(token).digest('base64url')}`
