import { LAGOS_OFFSET_MS } from '#contract/constants.ts'
import { assert } from '#server/errors.ts'

/** How much of the randomness goes in: 96 bits, so no two references of one minute are ever the same. */
const RANDOM_BYTES = 12
/** The characters 96 bits need at most, in base 36. */
const RANDOM_LENGTH = 19

/**
 * A request id as VTpass wants it: `YYYYMMDDHHmm` in Africa/Lagos, then letters and digits. VTpass refuses one whose day
 * is not today, so it is made when the purchase is first sent.
 */
export function newReference(at: Date, random: Uint8Array): string {
  assert(random.length >= RANDOM_BYTES, 'too little randomness for a reference')
  const minute = new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().replace(/\D/g, '').slice(0, 12)
  const number = BigInt(`0x${Buffer.from(random.subarray(0, RANDOM_BYTES)).toString('hex')}`)
  return minute + number.toString(36).padStart(RANDOM_LENGTH, '0')
}

/** What VTpass takes as a request id, as far as its form goes, and what we let in from a callback. */
const REFERENCE = /^\d{12}[0-9A-Za-z]{0,38}$/

export function isReference(text: unknown): text is string {
  return typeof text === 'string' && REFERENCE.test(text)
}
