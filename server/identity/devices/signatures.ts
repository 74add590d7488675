import crypto, { createPublicKey, type KeyObject } from 'node:crypto'
import { derSignature, SIGNATURE_BYTES } from './der-signature.ts'

/** A point on P-256: the coordinates of its JWK, base64url. */
export type Coordinates = { readonly x: string; readonly y: string }

/** A check of whether the device with this public key signed that text. The signature is base64url. */
export type SignatureCheck = { readonly key: Coordinates; readonly text: string; readonly signature: string }

/** Importing a key costs more than half a signature check, so the newest are cached: 23 MiB of them. */
const KEYS_KEPT_MAX = 10_000

// Keyed by the key's own coordinates, so an entry can never be stale.
const kept = new Map<string, KeyObject>()

/** ECDSA P-256 with SHA-256, IEEE P1363. @throws Error when the key is not a point on the curve */
export function isRight({ key, text, signature }: SignatureCheck): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== SIGNATURE_BYTES) return false
  return crypto.verify('sha256', Buffer.from(text, 'utf8'), importedKey(key), derSignature(bytes))
}

/** @throws Error when the key is not a point on the curve */
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
