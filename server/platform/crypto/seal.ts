import { createCipheriv, createDecipheriv } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** What sealing needs: a 32-byte key, and where the box is stored, so that it opens nowhere else. */
type Place = { readonly key: Uint8Array; readonly boundTo: string }

/** Seals a text that is read again: nonce, ciphertext, tag. */
export function encrypt(place: Place, randomBytes: (count: number) => Uint8Array, text: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, place.key, nonce).setAAD(Buffer.from(place.boundTo))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Re-encrypts sealed data for another context. Throws like `decrypt`. */
export function reEncrypt(
  { from, to }: { readonly from: Place; readonly to: Place },
  randomBytes: (count: number) => Uint8Array,
  box: Uint8Array,
): Uint8Array {
  return encrypt(to, randomBytes, decrypt(from, box))
}

/** Opens a sealed box. Throws if any bit, its place or the key is not the one it was sealed with. */
export function decrypt(place: Place, box: Uint8Array): string {
  const bytes = Buffer.from(box)
  const cipher = createDecipheriv(CIPHER, place.key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place.boundTo))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  return cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + cipher.final('utf8')
}
