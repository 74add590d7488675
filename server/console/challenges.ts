import { createHmac, timingSafeEqual } from 'node:crypto'
import { CHALLENGE_LIFETIME_MS } from '#contract/constants.ts'
import type { Deps } from '#server/deps.ts'
import { type ApprovalPurpose, approvalText } from '#server/identity/devices/device-key.ts'
import { type Keys, keyRing } from '#server/platform/crypto/keys.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

const NONCE_BYTES = 24
const HEAD_BYTES = NONCE_BYTES + 8

/**
 * The purpose of a challenge, and the session or link it is bound to; empty before a sign-in. `terms` is the text that
 * was shown.
 */
export type Signing = {
  readonly purpose: Extract<ApprovalPurpose, `operator-${string}`>
  readonly boundTo: string
  readonly terms: string
}

/**
 * A challenge for a passkey, valid for CHALLENGE_LIFETIME_MS. It proves by itself that we made it and for what, so that
 * requests without a session store nothing, however many come.
 */
export function makeChallenge(deps: Pick<Deps, 'clock' | 'keys' | 'randomBytes'>, of: Signing): string {
  const head = Buffer.alloc(HEAD_BYTES)
  head.set(deps.randomBytes(NONCE_BYTES))
  head.writeBigInt64BE(BigInt(deps.clock.now().getTime() + CHALLENGE_LIFETIME_MS), NONCE_BYTES)
  return Buffer.concat([head, sealOf(deps.keys, head, of)]).toString('base64url')
}

/** The text whose hash is signed. */
export function textOf(challenge: string, { purpose, terms }: Signing): string {
  return approvalText({ purpose, challenge, terms })
}

/**
 * Uses up a challenge in the transaction that carries out what was signed. Of several requests with the same challenge,
 * exactly one succeeds.
 *
 * @throws AppError approval.challenge-used when it was used, has expired, or is for something else
 */
export async function consumeChallenge(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys'>,
  challenge: string,
  of: Signing,
): Promise<void> {
  const expiresAt = readExpiry(deps, challenge, of)
  if (expiresAt === null) throw new AppError('approval.challenge-used')
  const used = await tx.query(
    'insert into operator_challenges (challenge, expires_at) values ($1, $2) on conflict do nothing returning 1',
    [challenge, expiresAt],
  )
  if (used.length === 0) throw new AppError('approval.challenge-used')
}

/** When a challenge of ours ends; null if it is not ours or has ended. */
function readExpiry({ keys, clock }: Pick<Deps, 'clock' | 'keys'>, challenge: string, of: Signing): Date | null {
  if (!/^[A-Za-z0-9_-]{86}$/.test(challenge)) return null
  const bytes = Buffer.from(challenge, 'base64url')
  // The last character has unused bits: only the canonical spelling counts.
  if (bytes.toString('base64url') !== challenge) return null
  const [head, seal] = [bytes.subarray(0, HEAD_BYTES), bytes.subarray(HEAD_BYTES)]
  if (!keyRing(keys).some((each) => timingSafeEqual(seal, sealOf(each, head, of)))) return null
  const expiresAt = new Date(Number(head.readBigInt64BE(NONCE_BYTES)))
  return expiresAt > clock.now() ? expiresAt : null
}

/** The seal leaves out the terms, because the signed text contains them. */
function sealOf(keys: Keys, head: Uint8Array, { purpose, boundTo }: Signing): Buffer {
  return createHmac('sha256', keys.oncePepper)
    .update(`operator-challenge\n${purpose}\n${boundTo}\n`)
    .update(head)
    .digest()
}
