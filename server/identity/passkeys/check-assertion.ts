import { createHash } from 'node:crypto'
import type { OperatorId, OperatorPasskeyId, PasskeyId, UserId } from '#contract/ids.ts'
import type { Assertion } from '#contract/passkeys.ts'
import type { Deps } from '#server/deps.ts'
import type { PasskeyEvidence } from '#server/identity/devices/approval-evidence.ts'
import { AppError } from '#server/platform/errors.ts'
import { loadWebauthn } from './load-webauthn.ts'
import { requireUsableKey } from './passkey-keys.ts'
import { challengeOf, rpId, rpOrigin } from './relying-party.ts'

/** A passkey's verified signature over the text, not yet counted as a use. */
export type CheckedAssertion<Id = PasskeyId> = {
  readonly passkeyId: Id
  readonly counter: bigint
  readonly backedUp: boolean
  /** SHA-256 of everything that was signed. */
  readonly signed: Uint8Array
  readonly evidence: Omit<PasskeyEvidence, 'id'> & { readonly id: Id }
}

type PasskeyRow<Id = PasskeyId> = { readonly id: Id; readonly public_key: Uint8Array }
type AssertionDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'log'>

/**
 * Proves that one of this user's passkeys signed exactly this text, on our page, after the authenticator recognised the
 * person. Changes nothing: countUse decides whether it may be used.
 *
 * @throws AppError passkey.refused
 */
export async function checkAssertion(
  deps: AssertionDeps,
  of: { userId: UserId; text: string; assertion: Assertion },
): Promise<CheckedAssertion> {
  const { userId, assertion } = of
  const [passkey] = await deps.database.query<PasskeyRow>(
    'select id, public_key from passkeys where user_id = $1 and credential_id = $2',
    [userId, Buffer.from(assertion.id, 'base64url')],
  )
  if (passkey === undefined) throw refused(deps, userId, new Error('not a passkey of this account'))
  // Loaded outside the try: a process that cannot read the package's files has not refused a passkey.
  await loadWebauthn()
  try {
    return await verifyAssertion(deps, { ...of, passkey })
  } catch (error) {
    throw refused(deps, userId, error)
  }
}

/**
 * Proves that this passkey signed exactly this text, on our page, after the authenticator recognised the person: a user, or an
 * operator.
 *
 * @throws Error with the reason, for the log
 */
export async function verifyAssertion<Id extends PasskeyId | OperatorPasskeyId>(
  deps: Pick<Deps, 'config'>,
  of: { userId: UserId | OperatorId; text: string; assertion: Assertion; passkey: PasskeyRow<Id> },
): Promise<CheckedAssertion<Id>> {
  const { id, type, response } = of.assertion
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  if (userHandle != null && Buffer.from(userHandle, 'base64url').toString() !== of.userId) {
    throw new Error('made for another account')
  }
  const publicKey = new Uint8Array(of.passkey.public_key)
  // Even if a weak key got into the table, it approves nothing.
  await requireUsableKey(publicKey)
  const { decodeClientDataJSON, verifyAuthenticationResponse } = await loadWebauthn()
  // Our pages cannot be framed, so a signature from a cross-origin frame is not ours.
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) throw new Error('signed in a frame')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challengeOf(of.text),
    expectedOrigin: rpOrigin(deps.config),
    expectedRPID: rpId(deps.config),
    // The counter is compared by the statement that writes it: a value read here may be stale by then.
    credential: { id, publicKey, counter: 0 },
    requireUserVerification: true,
  })
  if (!verified) throw new Error('its signature is wrong')
  return {
    passkeyId: of.passkey.id,
    counter: BigInt(authenticationInfo.newCounter),
    backedUp: authenticationInfo.credentialBackedUp,
    signed: createHash('sha256').update(`${authenticatorData}.${clientDataJSON}`).digest(),
    evidence: {
      id: of.passkey.id,
      publicKey: Buffer.from(of.passkey.public_key).toString('base64url'),
      authenticatorData,
      clientDataJSON,
      signature,
    },
  }
}

/**
 * Counts a use: the authenticator's counter must increase, or stay 0 if it does not count. A lower one means that a
 * copy of the passkey exists.
 *
 * The same answer sent twice is one use, because a browser without a response retries. The challenge makes that
 * harmless: it works for one thing only.
 *
 * @throws AppError passkey.refused, also when the passkey was removed meanwhile
 */
export async function countUse(deps: AssertionDeps, userId: UserId, use: CheckedAssertion): Promise<void> {
  const counted = await deps.database.query(
    `update passkeys set counter = $3, backed_up = $4, last_signed = $5, last_used_at = $6
     where user_id = $1 and id = $2
       and (counter < $3 or (counter = 0 and $3 = 0) or (counter = $3 and last_signed = $5))
     returning id`,
    [userId, use.passkeyId, use.counter, use.backedUp, use.signed, deps.clock.now()],
  )
  if (counted.length === 0) throw refused(deps, userId, new Error('its counter went back, or it was removed'))
}

function refused(deps: Pick<Deps, 'log'>, userId: UserId, cause: unknown): AppError {
  deps.log.warn({ userId, reason: cause instanceof Error ? cause.message : 'unknown' }, 'passkey refused')
  return new AppError('passkey.refused', { cause })
}
