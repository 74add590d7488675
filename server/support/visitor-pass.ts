import type { VisitorId } from '#contract/ids.ts'
import { VISITOR_PASS_LIFETIME_MS } from '#contract/support-limits.ts'
import type { VisitorPass, VisitorPassBody } from '#contract/visitors.ts'
import type { Deps } from '#server/deps.ts'
import { parseEmail } from '#server/identity/accounts/person-rules.ts'
import { countEmailAttempt } from '#server/identity/recovery/email-throttle.ts'
import { endOtherCodes, newProofCode, spendEmailCode } from '#server/identity/recovery/prove-email.ts'
import { hashToken, newToken } from '#server/identity/sessions/session-cookie.ts'
import { queueEmail } from '#server/outbox/emails/queue-email.ts'
import type { Email } from '#server/platform/email/email.ts'
import { AppError } from '#server/platform/errors.ts'
import { listCases } from './read-cases.ts'
import { asVisitor, type Reporter } from './reporter.ts'
import { visitorCodeEmail } from './visitor-emails.ts'

/**
 * Emails a code to someone who writes to support without signing in. No step of a visitor looks up accounts, so no
 * answer can reveal whether an email has one.
 *
 * @throws AppError account.email-invalid · account.code-wait
 */
export async function askForVisitorCode(deps: Deps, uncheckedEmail: string): Promise<void> {
  const email = visitorEmail(uncheckedEmail)
  await deps.database.transaction(async (tx) => {
    await countEmailAttempt(tx, deps, `support\n${email}`)
    await queueEmail(tx, deps, { userId: null, kind: 'visitor-code', content: { email } })
  })
  deps.wakeWorker()
}

/** Composes the email with a new code, which ends the previous one. */
export async function composeVisitorCodeEmail(deps: Deps, email: string): Promise<Email> {
  await endOtherCodes(deps, email, 'support')
  return visitorCodeEmail(deps.config, email, await newProofCode(deps, email, 'support'))
}

/**
 * Uses up a code and gives the visitor a pass, which ends the previous one.
 *
 * @throws AppError account.email-invalid · account.code-wrong
 */
export async function openVisitorPass(
  deps: Deps,
  { email: uncheckedEmail, code }: VisitorPassBody,
): Promise<VisitorPass> {
  const email = visitorEmail(uncheckedEmail)
  await spendEmailCode(deps, { email, code, provedFor: 'support' })
  const pass = newToken(deps)
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + VISITOR_PASS_LIFETIME_MS)
  const id = await keepPass(deps, { email, passHash: hashToken(pass), now, expiresAt })
  return { pass, expiresAt: expiresAt.toISOString(), cases: await listCases(deps.database, asVisitor(id)) }
}

async function keepPass(
  { database, newId }: Pick<Deps, 'database' | 'newId'>,
  of: { email: string; passHash: Uint8Array; now: Date; expiresAt: Date },
): Promise<VisitorId> {
  const [visitor] = await database.query<{ id: VisitorId }>(
    `insert into visitors (id, email, pass_hash, pass_expires_at, created_at) values ($1, $2, $3, $4, $5)
     on conflict (email) do update set pass_hash = excluded.pass_hash, pass_expires_at = excluded.pass_expires_at
     returning id`,
    [newId('vis'), of.email, of.passHash, of.expiresAt, of.now],
  )
  if (visitor === undefined) throw new Error('a visitor was neither added nor found')
  return visitor.id
}

type WithAuthorization = { readonly headers: { readonly authorization?: string | undefined } }

/**
 * The visitor whose pass a request carries.
 *
 * @throws AppError visitor.pass-ended
 */
export async function requireVisitor(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { headers: { authorization = '' } }: WithAuthorization,
): Promise<Reporter> {
  const [, pass] = authorization.match(/^Bearer ([A-Za-z0-9_-]{43})$/) ?? []
  const [visitor] =
    pass === undefined
      ? []
      : await database.query<{ id: VisitorId }>(
          'select id from visitors where pass_hash = $1 and pass_expires_at > $2',
          [hashToken(pass), clock.now()],
        )
  if (visitor === undefined) throw new AppError('visitor.pass-ended')
  return asVisitor(visitor.id)
}

/** Ends the pass, so that the next person at this browser cannot continue with it. Refused without a pass. */
export async function endVisitorPass(
  deps: Pick<Deps, 'clock' | 'database'>,
  request: WithAuthorization,
): Promise<void> {
  const { id } = await requireVisitor(deps, request)
  await deps.database.query('update visitors set pass_hash = null, pass_expires_at = null where id = $1', [id])
}

/** A mailbox is one visitor, whatever the capitalisation of its address. */
function visitorEmail(uncheckedEmail: string): string {
  return parseEmail(uncheckedEmail).toLowerCase()
}
