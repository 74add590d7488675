import { LAGOS_OFFSET_MS } from '#contract/constants.ts'
import { DAY_MS } from '#contract/time.ts'
import { assert } from '#server/platform/errors.ts'

/** Random bytes per reference: 96 bits, so no two references of one minute are ever the same. */
const RANDOM_BYTES = 12
/** The most base-36 digits that 96 bits need. */
const RANDOM_LENGTH = 19

/**
 * A request id in VTpass's format: `YYYYMMDDHHmm` in Africa/Lagos, then letters and digits. VTpass refuses one from
 * another day, so it is created when the purchase is first sent.
 */
export function newReference(at: Date, random: Uint8Array): string {
  assert(random.length >= RANDOM_BYTES, 'too little randomness for a reference')
  const minute = new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().replace(/\D/g, '').slice(0, 12)
  const number = BigInt(`0x${Buffer.from(random.subarray(0, RANDOM_BYTES)).toString('hex')}`)
  return minute + number.toString(36).padStart(RANDOM_LENGTH, '0')
}

/**
 * The end of the Africa/Lagos day that a request id begins with: VTpass refuses it from then on, by its own clock. Null
 * if this is not a request id.
 */
export function referenceEndsAt(reference: string): Date | null {
  const [, year, month, day] = REFERENCE_DAY.exec(reference) ?? []
  if (!isReference(reference) || year === undefined) return null
  const beginsAt = new Date(`${year}-${month}-${day}T00:00:00.000Z`)
  // 31 February is invalid; some engines would roll it over to March.
  if (Number.isNaN(beginsAt.getTime()) || beginsAt.getUTCDate() !== Number(day)) return null
  return new Date(beginsAt.getTime() + DAY_MS - LAGOS_OFFSET_MS)
}

const REFERENCE_DAY = /^(\d{4})(\d{2})(\d{2})/

/** The form of a request id for VTpass, and of one accepted from a callback. */
const REFERENCE = /^\d{12}[0-9A-Za-z]{0,38}$/

export function isReference(text: unknown): text is string {
  return typeof text === 'string' && REFERENCE.test(text)
}
