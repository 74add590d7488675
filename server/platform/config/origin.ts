import { z } from 'zod'

/** Scheme, host and port only: anything more would end up in every link, or in none. */
export const origin = z
  .string()
  .refine(isOrigin, 'an http or https address of a host alone is needed, such as https://wallet.example.ng')

function isOrigin(address: string): boolean {
  return /^https?:\/\/[^/\\?#@\s\p{C}]+\/?$/iu.test(address) && URL.canParse(address)
}

type Read = {
  readonly PUBLIC_URL?: string | undefined
  readonly PORT: number
  readonly TLS_CERT_FILE?: string | undefined
}

/**
 * The one origin people open, without a trailing slash. Live mode must set it: a made-up name would be in every email,
 * and passkeys would be bound to it.
 */
export function publicUrlOf({ PUBLIC_URL, PORT, TLS_CERT_FILE }: Read): string {
  return new URL(PUBLIC_URL ?? `${TLS_CERT_FILE === undefined ? 'http' : 'https'}://localhost:${PORT}`).origin
}
