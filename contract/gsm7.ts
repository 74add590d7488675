/**
 * The alphabet of an SMS (3GPP TS 23.038), and how long a text is in it. A text outside it would go out in UCS-2, at more than
 * twice the parts and the price.
 */

const BASIC = new Set(
  [
    '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./01234',
    '56789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
  ].join(''),
)
/** Each is sent as an escape and a sign. */
const EXTENSION = new Set('^{}\\[~]|€')

/** What one part holds alone, and what each of several holds beside the header that joins them, septets. */
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

/** How many parts a text is sent in; null when it does not fit the alphabet. No part ends between an escape and its sign. */
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
