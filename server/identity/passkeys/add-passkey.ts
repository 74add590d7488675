import { PASSKEY_CEREMONY_MS, PASSKEY_NAME_MAX_LENGTH, PASSKEYS_MAX } from '#contract/constants.ts'
import type { OperatorId, UserId } from '#contract/ids.ts'
import type { NewPasskeyBody, NewPasskeyOptions, PasskeyAnswer, Registration } from '#contract/passkeys.ts'
import type { Deps } from '#server/deps.ts'
import { consumeChallenge, makeChallenge } from '#server/identity/devices/challenges.ts'
import { approvalText } from '#server/identity/devices/device-key.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import { isSqlError, type Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { descriptorsOf, listPasskeys, PASSKEY_COLUMNS, type PasskeyRow, toPasskey } from './list-passkeys.ts'
import { loadWebauthn } from './load-webauthn.ts'
import { PASSKEY_ALGORITHMS, requireUsableKey } from './passkey-keys.ts'
import { challengeOf, rpId, rpOrigin } from './relying-party.ts'

const PUBLIC_KEY_MAX_BYTES = 1_200
const UNNAMED = 'Passkey'

/**
 * The options for creating a passkey. The account's existing passkeys are excluded, so that one phone creates one.
 *
 * @throws AppError session.not-fresh · passkey.too-many
 */
export async function offerPasskey(deps: Deps, session: Session): Promise<NewPasskeyOptions> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const { userId } = session
  const known = await listPasskeys(deps.database, userId)
  if (known.length >= PASSKEYS_MAX) throw new AppError('passkey.too-many')
  const [person] = await deps.database.query<{ email: string; full_name: string }>(
    'select email, full_name from users where id = $1',
    [userId],
  )
  if (person === undefined) throw new AppError('session.none')
  const challenge = await makeChallenge(deps, session)
  return {
    challenge,
    options: {
      challenge: challengeOf(textOf(challenge)),
      rp: { id: rpId(deps.config), name: deps.config.brand },
      user: {
        id: Buffer.from(userId).toString('base64url'),
        name: person.email,
        displayName: person.full_name,
      },
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: descriptorsOf(known),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
      timeout: PASSKEY_CEREMONY_MS,
    },
  }
}

/**
 * Adds a passkey that an authenticator has created. `calledAfter` is its name when the person gives none.
 *
 * @throws AppError session.not-fresh · passkey.not-added · approval.challenge-used · passkey.known · passkey.too-many
 */
export async function addPasskey(
  deps: Deps,
  session: Session,
  { challenge, credential, name, calledAfter }: NewPasskeyBody & { calledAfter: string | null },
): Promise<PasskeyAnswer> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const made = await verifyMade(deps, session.userId, textOf(challenge), credential)
  await consumeChallenge(deps, session, challenge)
  const called = cleanLine(name ?? '', PASSKEY_NAME_MAX_LENGTH) || (calledAfter ?? UNNAMED)
  const added = await deps.database
    .transaction(async (tx) => {
      await requireRoom(tx, session.userId)
      const [row] = await tx.query<PasskeyRow>(
        `insert into passkeys
           (user_id, id, credential_id, public_key, counter, transports, backed_up, name, created_at)
         values ($1, $2, $3, $4, $5, $6::text[], $7, $8, $9) returning ${PASSKEY_COLUMNS}`,
        [
          session.userId,
          deps.newId('pky'),
          made.credentialId,
          made.publicKey,
          made.counter,
          made.transports,
          made.backedUp,
          called,
          deps.clock.now(),
        ],
      )
      if (row === undefined) throw new Error('a passkey was not written')
      await notifyOwner(tx, deps, { userId: session.userId, kind: 'passkey-added', deviceId: session.deviceId })
      return { passkey: toPasskey(row) }
    })
    .catch((error: unknown) => {
      throw isSqlError(error, '23505', 'passkeys_credential') ? new AppError('passkey.known') : error
    })
  deps.log.info({ userId: session.userId, passkeyId: added.passkey.id }, 'passkey added')
  deps.events.publish(session.userId, { topics: ['session'] })
  return added
}

export type MadePasskey = {
  readonly credentialId: Uint8Array
  readonly publicKey: Uint8Array
  readonly counter: bigint
  readonly transports: string[]
  readonly backedUp: boolean
}

/**
 * Verifies that a passkey was created for exactly this text, on our page, by an authenticator that recognised the
 * person.
 *
 * @throws AppError passkey.not-added
 */
export async function verifyMade(
  deps: Pick<Deps, 'config' | 'log'>,
  userId: UserId | OperatorId,
  text: string,
  { id, type, response }: Registration,
): Promise<MadePasskey> {
  try {
    await requireNoCertificates(response.attestationObject)
    const { verifyRegistrationResponse } = await loadWebauthn()
    const { clientDataJSON, attestationObject } = response
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
      expectedChallenge: challengeOf(text),
      expectedOrigin: rpOrigin(deps.config),
      expectedRPID: rpId(deps.config),
      requireUserVerification: true,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    })
    if (registrationInfo === undefined) throw new Error('its attestation does not verify')
    const { credential, credentialBackedUp } = registrationInfo
    if (credential.id !== id) throw new Error('it answers under another id than its own')
    if (credential.publicKey.length > PUBLIC_KEY_MAX_BYTES) throw new Error('its public key is too long')
    await requireUsableKey(credential.publicKey)
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: credential.publicKey,
      counter: BigInt(credential.counter),
      transports: (response.transports ?? []).filter((word) => /^[a-z-]{1,20}$/.test(word)),
      backedUp: credentialBackedUp,
    }
  } catch (error) {
    deps.log.warn({ userId, reason: error instanceof Error ? error.message : 'unknown' }, 'passkey not added')
    throw new AppError('passkey.not-added', { cause: error })
  }
}

/**
 * We request no attestation, and browsers send none that names its maker. An attestation with certificates is therefore
 * forged: a stranger's certificates are not even parsed, let alone their revocation lists fetched.
 */
async function requireNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await loadWebauthn()
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  const isPlain = format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  if (!isPlain) throw new Error(`attestation of the kind ${JSON.stringify(format)} was not asked for`)
}

/** Serialised by this lock, so that the limit holds for concurrent requests. */
async function requireRoom(tx: Transaction, userId: UserId): Promise<void> {
  await tx.query('select 1 from users where id = $1 for no key update', [userId])
  const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
    'select count(*)::int as count from passkeys where user_id = $1',
    [userId],
  )
  if (count >= PASSKEYS_MAX) throw new AppError('passkey.too-many')
}

function textOf(challenge: string): string {
  return approvalText({ purpose: 'add-passkey', challenge, terms: '' })
}
