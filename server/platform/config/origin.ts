import { z } from 'zod'

/** Scheme, host and port alone: anything else in an address would be in every link, or in none. */
export const origin = z
  .string()
  .refine(isOrigin, 'an http or https address of a host alone is needed, such as https://wallet.example.ng')

function isOrigin(address: string): boolean {
  return /^https?:\/\/[^/\\?#@\s\p{C}]+\/?$/iu.test(address) && URL.canParse(address)
}
