import { createHash } from 'node:crypto'
import type { Config } from '#server/platform/config/config.ts'

/** Whom a passkey belongs to: our host name. A passkey made for one host name works on no other. */
export function rpId(config: Pick<Config, 'publicUrl'>): string {
  return new URL(config.publicUrl).hostname
}

/** The only page that may ask for one. */
export function rpOrigin(config: Pick<Config, 'publicUrl'>): string {
  return new URL(config.publicUrl).origin
}

/** The same of an operator: the console's address, where it has one of its own. */
export function atConsole<Of extends Pick<Config, 'consoleUrl' | 'publicUrl'>>(config: Of): Of {
  return { ...config, publicUrl: config.consoleUrl }
}

/** What an authenticator is given to sign: the hash of the text that is approved, 32 bytes as base64url. */
export function challengeOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url')
}
