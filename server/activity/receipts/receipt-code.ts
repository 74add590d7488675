import { ID_ALPHABET } from '#contract/ids.ts'
import { plainCode } from '#contract/typed.ts'
import type { Deps } from '#server/deps.ts'

/** 26 characters of a 32-letter alphabet: 130 random bits. */
const CODE_LENGTH = 26
/** Codes issued earlier have 120 random bits and stay valid. */
const OLDER_CODE_LENGTH = 24

/** A new receipt code, in lower case, without i, l, o and u. */
export function newReceiptCode(randomBytes: Deps['randomBytes']): string {
  return [...randomBytes(CODE_LENGTH)].map((byte) => ID_ALPHABET.charAt(byte & 31)).join('')
}

/** A typed code: any case, grouped, with look-alike letters exchanged. Null if it cannot be a code. */
export function parseReceiptCode(uncheckedCode: string): string | null {
  const code = plainCode(uncheckedCode).toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
  const isLong = code.length === CODE_LENGTH || code.length === OLDER_CODE_LENGTH
  return isLong && [...code].every((letter) => ID_ALPHABET.includes(letter)) ? code : null
}
