import crypto, { createPublicKey, type KeyObject } from 'node:crypto'
import { derSignature, SIGNATURE_BYTES } from './der-signature.ts'

/** A point on P-256: the coordinates of its JWK, base64url. */
export type Coordinates = { readonly x: string; readonly y: string }

/** Whether the device with this public key signed that text. The signature is base64url. */
export type SignatureCheck = { readonly key: Coordinates; readonly text: string; readonly signature: string }

/** Importing a key takes more than half as long as checking a signature with it, so the newest stay imported: 23 MiB of them. */
const KEYS_KEPT_MAX = 10_000

// A public key never changes its meaning, so keeping it by its own coordinates can never be stale.
const kept = new Map<string, KeyObject>()

/** ECDSA P-256 with SHA-256, IEEE P1363. @throws Error when the key is no point on the curve */
export function isRight({ key, text, signature }: SignatureCheck): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== SIGNATURE_BYTES) return false
  return crypto.verify('sha256', Buffer.from(text, 'utf8'), importedKey(key), derSignature(bytes))
}

/** @throws Error when it is no point on the curve */
export function importKey({ x, y }: Coordinates): KeyObject {
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}

function importedKey(key: Coordinates): KeyObject {
  const name = `${key.x}.${key.y}`
  const known = kept.get(name)
  if (known !== undefined) return known
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size >= KEYS_KEPT_MAX) kept.delete(oldest)
  const imported = importKey(key)
  kept.set(name, imported)
  return imported
}
