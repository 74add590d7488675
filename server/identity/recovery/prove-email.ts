import { createHash } from 'node:crypto'
import { CODE_WRONG_MAX, SECOND_STEP_LIFETIME_MS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { digitsOf, hashOneTimeSecret, newEmailCode } from '#server/identity/accounts/one-time-secrets.ts'
import { parseEmail } from '#server/identity/accounts/person-rules.ts'
import { attemptsKey } from '#server/identity/sign-in/sign-in-throttle.ts'
import { keyRing } from '#server/platform/crypto/keys.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Email } from '#server/platform/email/email.ts'
import { queueEmail } from '#server/platform/email/queue-email.ts'
import { AppError } from '#server/platform/errors.ts'
import { countEmailAttempt } from './email-throttle.ts'
import { accountExistsEmail, proofEmail } from './emails.ts'

/** What an email is proved for: for a person's account, for an account that is not there yet, or to write to support. */
export type ProvedFor = UserId | 'support' | null

/**
 * Mails a code that proves an email. Does the same, and responds the same, whether or not the email has an account already: that is
 * looked up when the email is written, and only the mailbox's reader learns the result.
 *
 * @throws AppError account.email-invalid · account.code-wait
 */
export async function askForEmailCode(deps: Deps, uncheckedEmail: string, provedFor: UserId | null): Promise<void> {
  const email = parseEmail(uncheckedEmail)
  await countEmailAttempt(deps, placeOf(email, provedFor))
  await deps.database.transaction((tx) =>
    queueEmail(tx, deps, { userId: provedFor, kind: 'email-code', content: { email } }),
  )
  deps.wakeWorker()
}

/** Writes the email with a new code, which ends the one before; or tells its reader that there is an account. */
export async function composeProofEmail(deps: Deps, email: string, provedFor: UserId | null): Promise<Email> {
  await endOtherCodes(deps, email, provedFor)
  const known = await deps.database.query('select 1 from users where lower(email) = lower($1)', [email])
  if (known.length > 0) return accountExistsEmail(deps.config, email)
  return proofEmail(deps.config, email, await newProofCode(deps, email, provedFor))
}

type CodeDeps = Pick<Deps, 'clock' | 'keys' | 'database' | 'randomBytes'>

/** Ends the codes whose time is over, and the one of this email under the former secret. */
export async function endOtherCodes(
  { clock, keys, database }: Pick<CodeDeps, 'clock' | 'keys' | 'database'>,
  email: string,
  provedFor: ProvedFor,
): Promise<void> {
  await database.query('delete from email_proofs where expires_at <= $1 or proof_key = $2', [
    clock.now(),
    keys.before === null ? null : keyOf({ keys: keys.before }, email, provedFor),
  ])
}

/** A new code for an email, which ends the one before. */
export async function newProofCode(deps: CodeDeps, email: string, provedFor: ProvedFor): Promise<string> {
  const code = newEmailCode(deps.randomBytes)
  const key = keyOf(deps, email, provedFor)
  await deps.database.query(
    `insert into email_proofs (proof_key, code_hash, expires_at) values ($1, $2, $3)
     on conflict (proof_key) do update
       set code_hash = excluded.code_hash, wrong = 0, expires_at = excluded.expires_at`,
    [
      key,
      hashOneTimeSecret(deps, placeOfCode(key), code),
      new Date(deps.clock.now().getTime() + SECOND_STEP_LIFETIME_MS),
    ],
  )
  return code
}

/**
 * Uses the code for an email up. The limit, the comparison and the count are one statement, outside the transaction of
 * what it is for: a wrong try stays counted, and five end the code.
 *
 * @throws AppError account.code-wrong
 */
export async function spendEmailCode(
  deps: Pick<Deps, 'clock' | 'keys'> & { readonly database: Sql },
  of: { email: string; code: string; provedFor: ProvedFor },
): Promise<void> {
  const mayBe = keyRing(deps.keys).map((keys) => {
    const key = keyOf({ keys }, of.email, of.provedFor)
    return { key, hash: hashOneTimeSecret({ keys }, placeOfCode(key), digitsOf(of.code)) }
  })
  const tried = await deps.database.query<{ right: boolean }>(
    `update email_proofs set
       wrong = case when code_hash = any($2) then wrong else wrong + 1 end,
       expires_at = case when code_hash = any($2) then $3::timestamptz else expires_at end
     where proof_key = any($1) and expires_at > $3 and wrong < $4 returning code_hash = any($2) as right`,
    [mayBe.map(({ key }) => key), mayBe.map(({ hash }) => hash), deps.clock.now(), CODE_WRONG_MAX],
  )
  if (!tried.some(({ right }) => right))
    throw new AppError('account.code-wrong', { fields: { code: 'This code is wrong' } })
}

const placeOf = (email: string, provedFor: ProvedFor) => `email\n${provedFor ?? ''}\n${email.toLowerCase()}`
const keyOf = (deps: Pick<Deps, 'keys'>, email: string, provedFor: ProvedFor) =>
  attemptsKey(deps, placeOf(email, provedFor))
const placeOfCode = (key: Uint8Array) => `email-code\n${createHash('sha256').update(key).digest('base64url')}`
