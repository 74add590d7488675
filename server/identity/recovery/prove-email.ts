import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { findMailboxOwner } from '#server/identity/accounts/find-mailbox-owner.ts'
import { parseEmail } from '#server/identity/accounts/person-rules.ts'
import { newProofCodeFor, proofKey, spendProofCode } from '#server/identity/accounts/proof-codes.ts'
import { queueEmail } from '#server/outbox/emails/queue-email.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Email } from '#server/platform/email/email.ts'
import { AppError } from '#server/platform/errors.ts'
import { countEmailAttempt } from './email-throttle.ts'
import { accountExistsEmail, proofEmail } from './emails.ts'

/** What an email is proved for: an existing account, a new account, or writing to support. */
export type ProvedFor = UserId | 'support' | null

/**
 * Emails a code that proves an email. Behaves and responds the same whether or not the email has an account: that is
 * looked up when the email is written, and only the mailbox's reader learns it.
 *
 * @throws AppError account.email-invalid · account.code-wait
 */
export async function askForEmailCode(deps: Deps, uncheckedEmail: string, provedFor: UserId | null): Promise<void> {
  const email = parseEmail(uncheckedEmail)
  await deps.database.transaction(async (tx) => {
    await countEmailAttempt(tx, deps, placeOf(email, provedFor))
    await queueEmail(tx, deps, { userId: provedFor, kind: 'email-code', content: { email } })
  })
  deps.wakeWorker()
}

/** Writes the email with a new code, which replaces the previous one, or tells its reader that there is an account. */
export async function composeProofEmail(deps: Deps, email: string, provedFor: UserId | null): Promise<Email> {
  await endOtherCodes(deps, email, provedFor)
  const fullName = await findMailboxOwner(deps.database, email)
  if (fullName !== null) return accountExistsEmail(deps.config, { to: email, fullName })
  return proofEmail(deps.config, email, await newProofCode(deps, email, provedFor))
}

type CodeDeps = Pick<Deps, 'clock' | 'keys' | 'database' | 'randomBytes'>

/** Removes expired codes, and this email's code under the previous secret. */
export async function endOtherCodes(
  { clock, keys, database }: Pick<CodeDeps, 'clock' | 'keys' | 'database'>,
  email: string,
  provedFor: ProvedFor,
): Promise<void> {
  await database.query('delete from email_proofs where expires_at <= $1 or proof_key = $2', [
    clock.now(),
    keys.previous === null ? null : proofKey(keys.previous, placeOf(email, provedFor)),
  ])
}

/** Creates a code for an email and invalidates the previous one. */
export async function newProofCode(deps: CodeDeps, email: string, provedFor: ProvedFor): Promise<string> {
  return (await newProofCodeFor(deps, { kind: 'email-code', place: placeOf(email, provedFor) })).code
}

/**
 * Uses up an email's code, like spendProofCode.
 *
 * @throws AppError account.code-wrong
 */
export async function spendEmailCode(
  deps: Pick<Deps, 'clock' | 'keys'> & { readonly database: Sql },
  of: { email: string; code: string; provedFor: ProvedFor },
): Promise<void> {
  const place = placeOf(of.email, of.provedFor)
  if (await spendProofCode(deps, { kind: 'email-code', place, typed: of.code })) return
  throw new AppError('account.code-wrong', { fields: { code: 'This code is wrong' } })
}

const placeOf = (email: string, provedFor: ProvedFor) => `email\n${provedFor ?? ''}\n${email.toLowerCase()}`
