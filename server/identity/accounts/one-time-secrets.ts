import { createHmac } from 'node:crypto'
import { MAIL_CODE_DIGITS } from '#contract/constants.ts'
import type { Deps } from '#server/deps.ts'
import { keyRing } from '#server/platform/crypto/keys.ts'

/** A code for an email: digits only, since people type it. Few tries and a short life protect it. */
export function newEmailCode(randomBytes: Deps['randomBytes']): string {
  // Of 64 random bits the remainder favours no code by more than one part in ten million million.
  const number = Buffer.from(randomBytes(8)).readBigUInt64BE() % 10n ** BigInt(MAIL_CODE_DIGITS)
  return String(number).padStart(MAIL_CODE_DIGITS, '0')
}

/**
 * The hash of a one-time code or link that the database stores. `place` says what it is for, so it works for nothing
 * else.
 */
export function hashOneTimeSecret({ keys }: Pick<Deps, 'keys'>, place: string, secret: string): Uint8Array {
  return createHmac('sha256', keys.oncePepper).update(`${place}\n${secret}`).digest()
}

/** The hashes that the database may hold: during a change of secret, also under the previous keys. */
export function hashesOfOneTimeSecret(
  { keys }: Pick<Deps, 'keys'>,
  place: string,
  secret: string,
): readonly Uint8Array[] {
  return keyRing(keys).map((each) => hashOneTimeSecret({ keys: each }, place, secret))
}
