import type { AuditAct } from '#contract/console/audit-acts.ts'
import type { OperatorSessionId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { ADMITTED, type ProvenOperator } from './operator.ts'

/** Where an operator acts: in a browser with a session, or in a terminal. */
export type Where = { readonly sessionId: OperatorSessionId | null; readonly requestId: string | null }

export const IN_TERMINAL: Where = { sessionId: null, requestId: null }

/** One look or act. `before` and `after` say what it changed. */
export type AuditLine = {
  /** Null: nobody was identified. */
  readonly by: ProvenOperator | null
  readonly where: Where
  readonly act: AuditAct
  readonly subject?: string | null
  readonly reason?: string | null
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/**
 * Two operators agreed to these acts, and the second may be their subject: the line still names the role that operator
 * had.
 */
const ENDS_OWN_ROLE: readonly AuditAct[] = ['change-role', 'revoke-operator']

/**
 * Adds a line to the record of operators, in the transaction that it records. The database numbers it and chains its
 * hash. Other lines wait until this transaction ends, so add it last.
 *
 * The operator must still have the role they act with, and keeps it until this transaction ends: a role change after a
 * request or command began rolls it back.
 *
 * @throws AppError operator.rights-changed
 */
export async function addAuditLine(tx: Transaction, { clock }: Pick<Deps, 'clock'>, line: AuditLine): Promise<void> {
  const { by, where, act, subject = null, reason = null, before, after } = line
  const mayHaveLost = by !== null && by.id === subject && ENDS_OWN_ROLE.includes(act)
  const added = await tx.query(
    `with standing as (select 1 from operators where id = $2 and role = $3 and ${ADMITTED} for share)
     insert into operator_audit (at, operator_id, role, session_id, act, subject, reason, before, after, request_id)
     select $1::timestamptz, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text
     where $11::boolean or exists (select from standing) returning 1`,
    [
      clock.now(),
      by?.id ?? null,
      by?.role ?? null,
      where.sessionId,
      act,
      subject,
      reason,
      jsonOf(before),
      jsonOf(after),
      where.requestId,
      by === null || mayHaveLost,
    ],
  )
  if (added.length === 0) throw new AppError('operator.rights-changed')
}

function jsonOf(value: Readonly<Record<string, unknown>> | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
