import type { OperatorId, OperatorPasskeyId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine, IN_TERMINAL } from '#server/identity/operators/audit-lines.ts'
import { ADMITTED, type ProvenOperator } from '#server/identity/operators/operator.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'

export type ListedPasskey = {
  readonly id: OperatorPasskeyId
  readonly operator: string
  readonly name: string
  readonly createdAt: Date
  readonly confirmedAt: Date | null
}

/** The passkeys of active operators that were not removed. */
export async function listOperatorPasskeys(sql: Sql): Promise<ListedPasskey[]> {
  return await sql.query<ListedPasskey>(
    `select p.id, o.name as operator, p.name, p.created_at as "createdAt", p.confirmed_at as "confirmedAt"
     from operator_passkeys p join operators o on o.id = p.operator_id
     where p.removed_at is null and ${ADMITTED} order by o.name, p.created_at, p.id`,
  )
}

/**
 * Removes a passkey: it opens nothing any more, and the session it opened has ended. One's own, or anybody's as a manager: taking
 * a way in away needs no second operator, and must not wait for one.
 *
 * @throws RefusedError when there is none of this id, or it is another operator's
 */
export async function removeOperatorPasskey(
  deps: Pick<Deps, 'clock' | 'database'>,
  of: { id: string; by: ProvenOperator },
): Promise<{ operator: string; name: string }> {
  const { id, by } = of
  return await deps.database.transaction(async (tx) => {
    const [found] = await tx.query<{ operatorId: OperatorId; operator: string; name: string }>(
      `select p.operator_id as "operatorId", o.name as operator, p.name
       from operator_passkeys p join operators o on o.id = p.operator_id
       where p.id = $1 and p.removed_at is null`,
      [id],
    )
    if (found === undefined) throw new RefusedError('there is no such passkey: "passkeys" lists them')
    const { operatorId, operator, name } = found
    if (operatorId !== by.id && by.role !== 'manager')
      throw new RefusedError("this passkey is another operator's: a manager can remove it")
    await tx.query('update operator_passkeys set removed_at = $2 where id = $1 and removed_at is null', [
      id,
      deps.clock.now(),
    ])
    const before = { operator, passkey: name }
    await addAuditLine(tx, deps, { by, where: IN_TERMINAL, act: 'remove-passkey', subject: id, before })
    return { operator, name }
  })
}
