import type { OpenBody, OpenedAnswer } from '#contract/console/customers.ts'
import {
  CUSTOMER_OPEN_MS,
  mayGiveReason,
  REASON_WORDS_MAX_LENGTH,
  REASON_WORDS_MIN_LENGTH,
  REASONS,
  WITHHELD_REASON,
} from '#contract/console/reasons.ts'
import { isId, type UserId } from '#contract/ids.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { OPEN_CUSTOMER } from '#server/identity/operators/list-looks.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'

type Opening = Pick<Deps, 'clock' | 'database'>

/**
 * Opens one customer's personal data for this session. The record's line itself opens the data, so nothing is ever
 * opened without one.
 *
 * @throws AppError operator.no-customer · operator.not-allowed for a reason of other roles · operator.reason-unclear
 */
export async function openCustomer(
  deps: Opening,
  session: ConsoleSession,
  of: { uncheckedId: string; body: OpenBody },
): Promise<OpenedAnswer> {
  const { operator: by, where } = session
  const reason = readReason(session, of.body)
  const { heading, withheld } = of.body
  return await deps.database.transaction(async (tx) => {
    const subject = await requireCustomer(tx, of.uncheckedId)
    const openUntil = new Date(deps.clock.now().getTime() + CUSTOMER_OPEN_MS).toISOString()
    await addAuditLine(tx, deps, {
      by,
      where,
      act: OPEN_CUSTOMER,
      subject,
      reason,
      after: { heading, withheld, openUntil },
    })
    return { openUntil }
  })
}

function readReason({ operator: { role } }: ConsoleSession, { heading, words, withheld }: OpenBody): string {
  if (!mayGiveReason(role, heading)) throw new AppError('operator.not-allowed')
  if (withheld && heading !== WITHHELD_REASON) throw new AppError('operator.not-allowed')
  const clean = cleanLine(words, REASON_WORDS_MAX_LENGTH + 1)
  const length = [...clean].length
  if (length < REASON_WORDS_MIN_LENGTH || length > REASON_WORDS_MAX_LENGTH)
    throw new AppError('operator.reason-unclear')
  return `${REASONS[heading].name}: ${clean}`
}

/**
 * How long this session has a customer open; null if it has not or no longer, or if its operator's role has changed
 * since.
 */
export async function openUntilOf(
  sql: Sql,
  { clock }: Pick<Deps, 'clock'>,
  { session, userId }: { session: ConsoleSession; userId: UserId },
): Promise<Date | null> {
  const now = clock.now()
  const { operator } = session
  const [line] = await sql.query<{ at: Date }>(
    `select at from operator_audit
     where subject = $1 and act = $2 and session_id = $3 and operator_id = $4 and role = $5 and at > $6 and at <= $7
     order by number desc limit 1`,
    [userId, OPEN_CUSTOMER, session.id, operator.id, operator.role, new Date(now.getTime() - CUSTOMER_OPEN_MS), now],
  )
  return line === undefined ? null : new Date(line.at.getTime() + CUSTOMER_OPEN_MS)
}

/** @throws AppError operator.no-customer */
export async function requireCustomer(sql: Sql, uncheckedId: string): Promise<UserId> {
  if (!isId('usr', uncheckedId)) throw new AppError('operator.no-customer')
  const [found] = await sql.query('select 1 from users where id = $1', [uncheckedId])
  if (found === undefined) throw new AppError('operator.no-customer')
  return uncheckedId
}
