import type { OperatorSessionId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { ProvenOperator } from './operator.ts'

/** Where an operator acts: in a browser with a session, or in a terminal. */
export type Where = { readonly sessionId: OperatorSessionId | null; readonly requestId: string | null }

export const IN_TERMINAL: Where = { sessionId: null, requestId: null }

/** One look or act. `before` and `after` say what it changed. */
export type AuditLine = {
  /** Null: nobody proved who they are. */
  readonly by: ProvenOperator | null
  readonly where: Where
  readonly act: string
  readonly subject?: string | null
  readonly reason?: string | null
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/**
 * Adds a line to the record of operators, in the transaction of what it records. The database numbers it and chains its hash.
 * The lines of others wait until this transaction ends, so it is the last thing a transaction does.
 */
export async function addAuditLine(tx: Transaction, { clock }: Pick<Deps, 'clock'>, line: AuditLine): Promise<void> {
  const { by, where, act, subject = null, reason = null, before, after } = line
  await tx.query(
    `insert into operator_audit (at, operator_id, role, session_id, act, subject, reason, before, after, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
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
    ],
  )
}

function jsonOf(value: Readonly<Record<string, unknown>> | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
