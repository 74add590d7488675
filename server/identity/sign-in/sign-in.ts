import type { SignInBody } from '#contract/accounts.ts'
import type { DeviceId } from '#contract/ids.ts'
import type { SecondStep } from '#contract/second-step.ts'
import type { Deps } from '#server/deps.ts'
import { parseEmail } from '#server/identity/accounts/person-rules.ts'
import { isStrong, readFactors } from '#server/identity/mfa/read-factors.ts'
import { beginSecondStep } from '#server/identity/mfa/second-step.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { setLogAccount } from '#server/platform/log.ts'
import { announceSignIn, type CompletedSignIn, completeSignIn, type ProvedAccount } from './complete-sign-in.ts'
import { notifyFailedSignIns } from './notify-failed-sign-ins.ts'
import { verifyPassword } from './passwords.ts'
import { rehashPassword } from './rehash-password.ts'
import { clearAttempts, countAttempt, throttleKey } from './sign-in-throttle.ts'

type FoundAccount = ProvedAccount & {
  /** The active device, if the request comes from it. */
  readonly own_device_id: DeviceId | null
}

/** A signed-in user, or one who needs a second step. */
export type SignInOutcome = CompletedSignIn | { readonly secondStep: SecondStep }

/**
 * Signs in by email and password. On the account's own device without a stronger factor, that is a full sign-in;
 * everywhere else it is the first half. An email without an account takes the same time, waits the same and gets the
 * same answer as a wrong password.
 *
 * @throws AppError account.email-invalid · session.wrong-credentials · session.wait · session.mail-wait · server.busy
 */
export async function signIn(deps: Deps, body: SignInBody, browser: string | null): Promise<SignInOutcome> {
  const email = parseEmail(body.email)
  const { publicKey } = body.device
  const found = await findAccount(deps, email, publicKey)
  if (found !== null) setLogAccount(found.id)
  const key = throttleKey(deps, { email, ownDeviceId: found?.own_device_id ?? null })
  const passwordTried = { key, password: body.password, passwordHash: found?.password_hash ?? null }
  const wrongBefore = await tryPassword(deps, passwordTried)
  assert(found !== null, 'a password was right without an account')
  const { id: userId, password_hash: passwordHash } = found
  const account = {
    ...found,
    password_hash: await rehashPassword(deps, { userId, password: body.password, passwordHash }),
  }
  const factors = await readFactors(deps.database, deps, userId)
  const isOwnDevice = account.own_device_id !== null
  if (!isOwnDevice || isStrong(factors))
    return {
      secondStep: await beginSecondStep(deps, { account, publicKey, browser, isOwnDevice, factors, wrongBefore }),
    }
  const inside = await deps.database.transaction(async (tx) => {
    const result = await completeSignIn(tx, deps, { account, publicKey, browser })
    const { deviceId } = result
    await notifyFailedSignIns(tx, deps, { userId, deviceId, browser, wrongBefore })
    return result
  })
  announceSignIn(deps, inside)
  return inside
}

/**
 * Tries a password, or does the same work if there is none. The attempt is counted under `key` once there is capacity
 * to check it, and before the check. Returns how many wrong ones in a row preceded it.
 *
 * @throws AppError session.wrong-credentials · session.wait · server.busy, which counts nothing
 */
export async function tryPassword(
  deps: Pick<Deps, 'clock' | 'database' | 'keys' | 'randomBytes'>,
  of: { key: Uint8Array; password: string; passwordHash: string | null },
): Promise<number> {
  let wrongBefore = 0
  const count = async () => {
    wrongBefore = await countAttempt(deps.database, deps, of.key)
  }
  const isRight = await verifyPassword(deps, of.password, of.passwordHash, count)
  if (!isRight) throw new AppError('session.wrong-credentials')
  await clearAttempts(deps.database, of.key)
  return wrongBefore
}

async function findAccount(
  deps: Pick<Deps, 'database'>,
  email: string,
  key: { x: string; y: string },
): Promise<FoundAccount | null> {
  const [row] = await deps.database.query<FoundAccount>(
    `select u.id, u.email, u.full_name, u.password_hash, u.created_at, d.id as own_device_id
     from users u
     left join devices d on d.user_id = u.id and d.revoked_at is null and d.key_x = $2 and d.key_y = $3
     where lower(u.email) = lower($1) and u.closed_at is null`,
    [email, key.x, key.y],
  )
  return row ?? null
}
