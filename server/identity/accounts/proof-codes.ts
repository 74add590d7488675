import { createHash } from 'node:crypto'
import { CODE_WRONG_MAX, SECOND_STEP_LIFETIME_MS } from '#contract/constants.ts'
import { plainCode } from '#contract/typed.ts'
import type { Deps } from '#server/deps.ts'
import { attemptsKey } from '#server/identity/sign-in/sign-in-throttle.ts'
import { type Keys, keyRing } from '#server/platform/crypto/keys.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { hashOneTimeSecret, newEmailCode } from './one-time-secrets.ts'

/**
 * Six-digit codes that prove that a mailbox or phone belongs to the person who named it. `place` says what is proved
 * and for whom. A code works once, for its place only, and a new one invalidates the previous one.
 */

/** The key under which a code is stored, so that the table does not name its place. */
export const proofKey = (keys: Keys, place: string): Uint8Array => attemptsKey({ keys }, place)

/** What a code is hashed with. `kind` keeps codes of one kind from working as another. */
export type ProofPlace = { readonly kind: 'email-code' | 'sms-code'; readonly place: string }

/** Creates a code and invalidates the previous one. */
export async function newProofCodeFor(
  deps: Pick<Deps, 'clock' | 'keys' | 'randomBytes'> & { readonly database: Sql },
  of: ProofPlace,
): Promise<{ code: string; expiresAt: Date }> {
  const code = newEmailCode(deps.randomBytes)
  const { previous } = deps.keys
  if (previous !== null)
    await deps.database.query('delete from email_proofs where proof_key = $1', [proofKey(previous, of.place)])
  const key = proofKey(deps.keys, of.place)
  const expiresAt = new Date(deps.clock.now().getTime() + SECOND_STEP_LIFETIME_MS)
  await deps.database.query(
    `insert into email_proofs (proof_key, code_hash, expires_at) values ($1, $2, $3)
     on conflict (proof_key) do update
       set code_hash = excluded.code_hash, wrong = 0, expires_at = excluded.expires_at`,
    [key, hashOneTimeSecret(deps, placeOfCode(of, key), code), expiresAt],
  )
  return { code, expiresAt }
}

/**
 * Uses a code up; false when it is wrong or expired. The limit, the comparison and the count are one statement, outside
 * the transaction that the code is for. So a wrong try stays counted, and five end the code.
 */
export async function spendProofCode(
  deps: Pick<Deps, 'clock' | 'keys'> & { readonly database: Sql },
  of: ProofPlace & { readonly typed: string },
): Promise<boolean> {
  const mayBe = keyRing(deps.keys).map((keys) => {
    const key = proofKey(keys, of.place)
    return { key, hash: hashOneTimeSecret({ keys }, placeOfCode(of, key), plainCode(of.typed)) }
  })
  const tried = await deps.database.query<{ right: boolean }>(
    `update email_proofs set
       wrong = case when code_hash = any($2) then wrong else wrong + 1 end,
       expires_at = case when code_hash = any($2) then $3::timestamptz else expires_at end
     where proof_key = any($1) and expires_at > $3 and wrong < $4 returning code_hash = any($2) as right`,
    [mayBe.map(({ key }) => key), mayBe.map(({ hash }) => hash), deps.clock.now(), CODE_WRONG_MAX],
  )
  return tried.some(({ right }) => right)
}

const placeOfCode = ({ kind }: ProofPlace, key: Uint8Array) =>
  `${kind}\n${createHash('sha256').update(key).digest('base64url')}`
