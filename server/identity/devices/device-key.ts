import { createHash } from 'node:crypto'
import { AppError } from '#server/platform/errors.ts'
import { checkElsewhere } from './check-elsewhere.ts'
import { type Coordinates, importKey } from './signatures.ts'

/**
 * Looked up at each call, so that a simulated world, which must not depend on another thread's timing, can replace it.
 */
export const signatureChecks = { check: checkElsewhere }

/** What an approval is for. Each purpose signs a different text, so an approval works for no other. */
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

/**
 * The exact text that a device signs, and whose hash a passkey signs. It includes the hash of what was shown, so each
 * order has a different text.
 */
export function approvalText(of: { purpose: ApprovalPurpose; challenge: string; terms: string }): string {
  const termsHash = createHash('sha256').update(of.terms, 'utf8').digest('base64url')
  return `jara.v1\n${of.purpose}\n${of.challenge}\n${termsHash}`
}

/** True when the device with this public key signed that text: ECDSA P-256 with SHA-256, IEEE P1363, base64url. */
export async function isSignedBy(key: Coordinates, text: string, signature: string): Promise<boolean> {
  return await signatureChecks.check({ key, text, signature })
}
