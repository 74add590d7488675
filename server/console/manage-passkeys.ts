import type { OperatorId, OperatorPasskeyId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine, IN_TERMINAL } from '#server/identity/operators/audit-lines.ts'
import { ADMITTED, type ProvenOperator } from '#server/identity/operators/operator.ts'
import { type HowDecided, signedAlone } from '#server/identity/operators/requests.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'

export type ListedPasskey = {
  readonly id: OperatorPasskeyId
  readonly operatorId: OperatorId
  readonly operator: string
  readonly name: string
  readonly createdAt: Date
  readonly confirmedAt: Date | null
  readonly lastUsedAt: Date | null
}

/** The passkeys of active operators that were not removed, or those of one operator. */
export async function listOperatorPasskeys(sql: Sql, of: OperatorId | null = null): Promise<ListedPasskey[]> {
  return await sql.query<ListedPasskey>(
    `select p.id, o.id as "operatorId", o.name as operator, p.name, p.created_at as "createdAt",
       p.confirmed_at as "confirmedAt", p.last_used_at as "lastUsedAt"
     from operator_passkeys p join operators o on o.id = p.operator_id
     where p.removed_at is null and ${ADMITTED} and ($1::text is null or o.id = $1) order by o.name, p.created_at, p.id`,
    [of],
  )
}

/** Why an operator may not remove this passkey of theirs in the console; null: they may. */
export function whyKept(own: readonly ListedPasskey[], id: string): string | null {
  const others = own.filter((each) => each.id !== id && each.confirmedAt !== null)
  const isConfirmed = own.some((each) => each.id === id && each.confirmedAt !== null)
  if (!isConfirmed || others.length > 0) return null
  return 'it is the only passkey that signs you in: enrol another one first'
}

/**
 * Removes a passkey, which ends its session too. Operators remove their own; managers remove anybody's. It needs no
 * second operator: removing access must not wait. `keepsOne`: refuses the last passkey that signs its operator in. Only
 * a terminal may remove that, because it can make a new link at once.
 *
 * @throws RefusedError when the id is unknown, the passkey is another operator's, or the last one
 */
export async function removeOperatorPasskey(
  deps: Pick<Deps, 'clock' | 'database'>,
  of: HowDecided & { id: string; by: ProvenOperator; keepsOne?: boolean },
): Promise<{ operator: string; name: string }> {
  const { id, by, keepsOne = false, where = IN_TERMINAL } = of
  return await deps.database.transaction(async (tx) => {
    const { operatorId, operator, name } = await find(tx, id)
    if (operatorId !== by.id && by.role !== 'manager')
      throw new RefusedError("this passkey is another operator's: a manager can remove it")
    if (keepsOne) await refuseLast(tx, operatorId, id)
    await tx.query('update operator_passkeys set removed_at = $2 where id = $1 and removed_at is null', [
      id,
      deps.clock.now(),
    ])
    const before = { operator, passkey: name }
    await addAuditLine(tx, deps, { by, where, act: 'remove-passkey', subject: id, before, ...signedAlone(of) })
    return { operator, name }
  })
}

async function find(sql: Sql, id: string) {
  const [found] = await sql.query<{ operatorId: OperatorId; operator: string; name: string }>(
    `select p.operator_id as "operatorId", o.name as operator, p.name
     from operator_passkeys p join operators o on o.id = p.operator_id
     where p.id = $1 and p.removed_at is null`,
    [id],
  )
  if (found === undefined) throw new RefusedError('there is no such passkey: "passkeys" lists them')
  return found
}

async function refuseLast(tx: Transaction, operatorId: OperatorId, id: string): Promise<void> {
  // Serialised: two removals at once would each leave the other's passkey.
  await tx.query('select 1 from operators where id = $1 for no key update', [operatorId])
  const why = whyKept(await listOperatorPasskeys(tx, operatorId), id)
  if (why !== null) throw new RefusedError(why)
}
