/**
 * The SMS alphabet (3GPP TS 23.038), and the length of a text in it. Any other text would go out in UCS-2, at more than
 * twice the parts and price.
 */

const BASIC = new Set(
  [
    '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./01234',
    '56789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
  ].join(''),
)
/** Each takes two septets: an escape and the character. */
const EXTENSION = new Set('^{}\\[~]|€')

/** Septets in an SMS of one part, and in each of several parts, which carry a joining header. */
export const SMS_SEPTETS = 160
const SEPTETS_PER_PART = 153

/** Whether one character is in the alphabet. */
export function isGsm7(character: string): boolean {
  return BASIC.has(character) || EXTENSION.has(character)
}

/** The length of a text in septets, extension characters counting double; null when it does not fit the alphabet. */
export function septetsOf(text: string): number | null {
  const lengths = septetLengths(text)
  return lengths === null ? null : lengths.reduce((sum, each) => sum + each, 0)
}

/** Parts needed for a text; null if it does not fit the alphabet. No part ends between an escape and its character. */
export function smsPartsOf(text: string): number | null {
  const lengths = septetLengths(text)
  if (lengths === null) return null
  if (lengths.reduce((sum, each) => sum + each, 0) <= SMS_SEPTETS) return 1
  let [parts, used] = [1, 0]
  for (const length of lengths) {
    if (used + length > SEPTETS_PER_PART) {
      parts++
      used = 0
    }
    used += length
  }
  return parts
}

function septetLengths(text: string): number[] | null {
  const characters = [...text]
  return characters.every(isGsm7) ? characters.map((each) => (EXTENSION.has(each) ? 2 : 1)) : null
}
