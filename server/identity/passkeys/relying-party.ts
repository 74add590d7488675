import { createHash } from 'node:crypto'
import type { Config } from '#server/platform/config/config.ts'

/**
 * ES256 and EdDSA: what phones, computers and security keys make. The RSA keys of older TPMs have 2,048 bits, which is
 * less than the 128 bits of strength that everything else here has; users with only such a passkey use the PIN.
 */
export const PASSKEY_ALGORITHMS: readonly number[] = [-7, -8]

/** Whom a passkey belongs to: our host name. A passkey made for one host name works on no other. */
export function rpId(config: Pick<Config, 'publicUrl'>): string {
  return new URL(config.publicUrl).hostname
}

/** The only page that may ask for one. */
export function rpOrigin(config: Pick<Config, 'publicUrl'>): string {
  return new URL(config.publicUrl).origin
}

/** What an authenticator is given to sign: the hash of the text that is approved, 32 bytes as base64url. */
export function challengeOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url')
}
