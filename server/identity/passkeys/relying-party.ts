import { createHash } from 'node:crypto'
import type { Config } from '#server/platform/config/config.ts'

/** The relying party id: our host name. A passkey made for one host name works on no other. */
export function rpId(config: Pick<Config, 'publicUrl'>): string {
  return new URL(config.publicUrl).hostname
}

/** The only origin that may request a passkey. */
export function rpOrigin(config: Pick<Config, 'publicUrl'>): string {
  return new URL(config.publicUrl).origin
}

/** The config for operators: the console's address, if it has its own. */
export function atConsole<Of extends Pick<Config, 'consoleUrl' | 'publicUrl'>>(config: Of): Of {
  return { ...config, publicUrl: config.consoleUrl }
}

/** The challenge that an authenticator signs: the approved text's hash, 32 bytes as base64url. */
export function challengeOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url')
}
