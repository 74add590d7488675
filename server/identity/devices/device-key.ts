import crypto, { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '#server/platform/errors.ts'
import { derSignature, SIGNATURE_BYTES } from './der-signature.ts'

/**
 * On another thread: a group of approvals is checked while this one reads, decides and writes for others. Looked up at each call,
 * so that a simulated world, which must not depend on when another thread ends, can replace it.
 */
const verifyElsewhere = promisify(
  (text: Uint8Array, key: KeyObject, signature: Uint8Array, done: (error: Error | null, isRight: boolean) => void) =>
    crypto.verify('sha256', text, key, signature, done),
)

/** Importing a key takes more than half as long as checking a signature with it, so the newest stay imported: 23 MiB of them. */
const KEYS_KEPT_MAX = 10_000

type Coordinates = { readonly x: string; readonly y: string }
/** What an approval is for. One for one of them is another text than one for another, so it serves nothing else. */
export type ApprovalPurpose =
  | 'order'
  | 'unlock'
  | 'freeze'
  | 'unfreeze'
  | 'end-session'
  | 'add-passkey'
  | 'sign-in'
  | 'confirm'
  | 'close'
  | 'operator-enrol'
  | 'operator-sign-in'
  | 'operator-unlock'
  | 'operator-decision'

// A public key never changes its meaning, so keeping it by its own coordinates can never be stale.
const kept = new Map<string, KeyObject>()

/**
 * Refuses a device key that is not a point on P-256, before anything is stored.
 *
 * @throws AppError account.device-key-invalid
 */
export function requireUsableKey(key: Coordinates): void {
  try {
    importKey(key)
  } catch (cause) {
    throw new AppError('account.device-key-invalid', { cause })
  }
}

/** The exact text a device signs, and whose hash a passkey signs. What was shown goes in by its hash, so another order is another text. */
export function approvalText(of: { purpose: ApprovalPurpose; challenge: string; terms: string }): string {
  const termsHash = createHash('sha256').update(of.terms, 'utf8').digest('base64url')
  return `jara.v1\n${of.purpose}\n${of.challenge}\n${termsHash}`
}

/** True when the device with this public key signed that text: ECDSA P-256 with SHA-256, IEEE P1363, base64url. */
export async function isSignedBy(key: Coordinates, text: string, signature: string): Promise<boolean> {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== SIGNATURE_BYTES) return false
  return await verifyElsewhere(Buffer.from(text, 'utf8'), importedKey(key), derSignature(bytes))
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

function importKey({ x, y }: Coordinates): KeyObject {
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
}
