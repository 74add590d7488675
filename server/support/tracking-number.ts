import { ID_ALPHABET } from '#contract/ids.ts'
import { plainCode } from '#contract/typed.ts'

const ALPHABET = ID_ALPHABET.toUpperCase()
const GROUPS = 2
const GROUP_LENGTH = 4

/** `JR-7K4M-2QXD`: 40 random bits in letters and digits that sound distinct on the phone. */
export function newTrackingNumber(randomBytes: (count: number) => Uint8Array): string {
  const letters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET.charAt(byte & 31)).join('')
  return `JR-${letters.slice(0, GROUP_LENGTH)}-${letters.slice(GROUP_LENGTH)}`
}

/** Reads a typed tracking number: any case, with or without hyphens and JR. Null if it is not one. */
export function readTrackingNumber(uncheckedText: string): string | null {
  const letters = plainCode(uncheckedText)
    .toUpperCase()
    .replace(/^JR(?=.{8}$)/, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  if (!/^[0-9A-HJKMNP-TV-Z]{8}$/.test(letters)) return null
  return `JR-${letters.slice(0, GROUP_LENGTH)}-${letters.slice(GROUP_LENGTH)}`
}
