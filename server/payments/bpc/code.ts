import { createHmac } from 'node:crypto'
import type { BpcId, UserId } from '#contract/ids.ts'
import { plainCode } from '#contract/typed.ts'
import type { Deps } from '#server/deps.ts'
import { decrypt, encrypt } from '#server/platform/crypto/seal.ts'

/** Without 0 and O, 1, I and L, which are confused on paper or over the phone. The check needs a prime length: 31. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** 15 characters of a 31-letter alphabet: 74 random bits. */
const RANDOM_LENGTH = 15
const CODE_LENGTH = RANDOM_LENGTH + 1
const GROUP_LENGTH = 4
/** Higher bytes would favour the first letters of the alphabet, so they are drawn again. */
const FAIR_BYTE_LIMIT = 256 - (256 % ALPHABET.length)

/** A new BPC code, `XXXX-XXXX-XXXX-XXXX`: 15 random characters and a check character. */
export function newCode(randomBytes: Deps['randomBytes']): string {
  let text = ''
  while (text.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH - text.length)) {
      if (byte < FAIR_BYTE_LIMIT) text += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return grouped(text + checkCharacter(text))
}

/**
 * Reads a code as people type it: lower case, other or missing separators. Null when it cannot be a code; the check
 * character catches every single wrong character and every two neighbours swapped.
 */
export function parseCode(uncheckedCode: string): string | null {
  const text = plainCode(uncheckedCode).toUpperCase()
  const wellFormed = text.length === CODE_LENGTH && [...text].every((letter) => ALPHABET.includes(letter))
  return wellFormed && checkCharacter(text.slice(0, -1)) === text.slice(-1) ? grouped(text) : null
}

/** Weights 2, 3, 4 … modulo a prime are distinct and non-zero, which makes both kinds of slip visible. */
function checkCharacter(text: string): string {
  const sum = [...text].reduce((total, letter, index) => total + ALPHABET.indexOf(letter) * (index + 2), 0)
  return ALPHABET.charAt(sum % ALPHABET.length)
}

function grouped(text: string): string {
  return text.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g'))?.join('-') ?? text
}

/** The hash by which a code is found. */
export function hashCode(deps: Pick<Deps, 'keys'>, code: string): Buffer {
  return createHmac('sha256', deps.keys.codePepper).update(code).digest()
}

type Owner = { readonly userId: UserId; readonly id: BpcId }

/** Encrypts a code, bound to its row, so that it can be shown again later. */
export function encryptCode(deps: Pick<Deps, 'keys' | 'randomBytes'>, owner: Owner, code: string): Uint8Array {
  return encrypt(placeOf(deps, owner), deps.randomBytes, code)
}

/** Decrypts a code. Throws if the box, its row or the key has changed. */
export function decryptCode(deps: Pick<Deps, 'keys'>, owner: Owner, box: Uint8Array): string {
  return decrypt(placeOf(deps, owner), box)
}

const placeOf = ({ keys }: Pick<Deps, 'keys'>, owner: Owner) => ({
  key: keys.codeKey,
  boundTo: `bpc\n${owner.userId}\n${owner.id}`,
})
