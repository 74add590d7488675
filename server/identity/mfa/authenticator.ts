import type { AuthenticatorOffer } from '#contract/factors.ts'
import type { UserId } from '#contract/ids.ts'
import { digitsOf } from '#contract/typed.ts'
import type { Deps } from '#server/deps.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import { type Keys, requireKeys } from '#server/platform/crypto/keys.ts'
import { decrypt, encrypt, reEncrypt } from '#server/platform/crypto/seal.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { base32, findStep } from './one-time-code.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'

/** As long as the hash it keys (RFC 4226, section 4). */
const SECRET_BYTES = 20

/**
 * Offers a secret for an authenticator app. It opens nothing until one of its codes was right; the next offer replaces
 * an unused one.
 *
 * @throws AppError session.not-fresh · authenticator.known
 */
export async function offerAuthenticator(deps: Deps, session: Session): Promise<AuthenticatorOffer> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const { userId } = session
  const secret = deps.randomBytes(SECRET_BYTES)
  const box = encrypt(placeOf(deps.keys, userId), deps.randomBytes, Buffer.from(secret).toString('hex'))
  const offered = await deps.database.query<{ email: string }>(
    `with offered as (
       insert into authenticators as a (user_id, secret_box, created_at, key_id) values ($1, $2, $3, $4)
       on conflict (user_id) do update set secret_box = $2, created_at = $3, key_id = $4, last_step = 0
       where a.confirmed_at is null returning user_id
     )
     select u.email from offered join users u on u.id = offered.user_id`,
    [userId, box, deps.clock.now(), deps.keys.id],
  )
  const [owner] = offered
  if (owner === undefined) throw new AppError('authenticator.known')
  const label = encodeURIComponent(`${deps.config.brand}:${owner.email}`)
  const issuer = encodeURIComponent(deps.config.brand)
  return { secret: base32(secret), uri: `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${issuer}` }
}

/**
 * Activates an offered app once it shows a right code. Returns recovery codes if the account had none left: a user who
 * loses the phone needs one.
 *
 * @throws AppError session.not-fresh · authenticator.none · session.code-wrong
 */
export async function confirmAuthenticator(deps: Deps, session: Session, code: string): Promise<string[] | null> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const { userId, deviceId } = session
  const made = await deps.database.transaction(async (tx) => {
    const offered = await readSecret(tx, deps, userId)
    if (offered === null || offered.isConfirmed) throw new AppError('authenticator.none')
    const step = findStep(offered.secret, digitsOf(code), deps.clock.now())
    if (step === null) throw new AppError('session.code-wrong')
    await tx.query('update authenticators set confirmed_at = $2, last_step = $3 where user_id = $1', [
      userId,
      deps.clock.now(),
      step,
    ])
    await notifyOwner(tx, deps, { userId, kind: 'authenticator-added', deviceId })
    return (await countRecoveryCodes(tx, deps, userId)) === 0 ? await makeRecoveryCodes(tx, deps, userId) : null
  })
  deps.log.info({ userId, deviceId }, 'authenticator app added')
  deps.events.publish(userId, { topics: ['session'] })
  return made
}

/** @throws AppError session.not-fresh · authenticator.none */
export async function removeAuthenticator(deps: Deps, session: Session): Promise<void> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const { userId, deviceId } = session
  await deps.database.transaction(async (tx) => {
    const removed = await tx.query<{ confirmed: boolean }>(
      'delete from authenticators where user_id = $1 returning confirmed_at is not null as confirmed',
      [userId],
    )
    const [row] = removed
    if (row === undefined) throw new AppError('authenticator.none')
    if (row.confirmed) await notifyOwner(tx, deps, { userId, kind: 'authenticator-removed', deviceId })
  })
  deps.log.info({ userId, deviceId }, 'authenticator app removed')
  deps.events.publish(userId, { topics: ['session'] })
}

/**
 * Uses up a code of the account's app, in the transaction that it is for. False when it is wrong now, or it or a later
 * one was already used: of many requests with one code, one succeeds.
 */
export async function spendAuthenticatorCode(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys'>,
  of: { userId: UserId; code: string },
): Promise<boolean> {
  const app = await readSecret(tx, deps, of.userId)
  if (app === null || !app.isConfirmed) return false
  const step = findStep(app.secret, digitsOf(of.code), deps.clock.now())
  if (step === null) return false
  const used = await tx.query(
    'update authenticators set last_step = $2 where user_id = $1 and last_step < $2 returning user_id',
    [of.userId, step],
  )
  return used.length > 0
}

/** Re-encrypts up to `limit` app secrets that are sealed under old keys. Returns how many there were. */
export async function reEncryptAuthenticators(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'randomBytes'>,
  limit: number,
): Promise<number> {
  const rows = await tx.query<{ user_id: UserId; secret_box: Uint8Array; key_id: string }>(
    `select user_id, secret_box, key_id from authenticators where key_id <> $1
     order by user_id limit $2 for update`,
    [deps.keys.id, limit],
  )
  for (const { user_id: userId, secret_box, key_id } of rows) {
    const place = { from: placeOf(requireKeys(deps.keys, key_id), userId), to: placeOf(deps.keys, userId) }
    await tx.query('update authenticators set secret_box = $2, key_id = $3 where user_id = $1', [
      userId,
      reEncrypt(place, deps.randomBytes, secret_box),
      deps.keys.id,
    ])
  }
  return rows.length
}

async function readSecret(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  userId: UserId,
): Promise<{ secret: Uint8Array; isConfirmed: boolean } | null> {
  const [row] = await tx.query<{ secret_box: Uint8Array; key_id: string | null; confirmed: boolean }>(
    'select secret_box, key_id, confirmed_at is not null as confirmed from authenticators where user_id = $1 for update',
    [userId],
  )
  if (row === undefined) return null
  const secret = Buffer.from(decrypt(placeOf(requireKeys(deps.keys, row.key_id), userId), row.secret_box), 'hex')
  return { secret, isConfirmed: row.confirmed }
}

const placeOf = (keys: Keys, userId: UserId) => ({
  key: keys.boxKey,
  boundTo: `authenticator\n${userId}`,
})
