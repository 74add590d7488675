import { isRole, type Role } from '#contract/console/roles.ts'
import type { OperatorId, OperatorRequestId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { addAuditLine, IN_TERMINAL } from './audit-lines.ts'
import { refuseChange } from './manage-operators.ts'
import { ADMITTED, type ProvenOperator, readReason } from './operator.ts'
import { type Confirmation, confirmRequest, type HowDecided, requestAct } from './requests.ts'

type ChangeDeps = Pick<Deps, 'clock' | 'database' | 'newId'>

/** A role change, as two operators read it. */
export type RoleChange = {
  readonly operatorId: OperatorId
  readonly operator: string
  readonly from: Role
  readonly to: Role
  readonly reason: string
}

/**
 * Parses a role change from what was typed. The operator is given by name or id.
 *
 * @throws RefusedError for an unknown operator or role, an unchanged role, a missing reason, and the last manager
 */
export async function readRoleChange(
  { database }: Pick<Deps, 'database'>,
  of: { operator: string; role: string; uncheckedReason: string },
): Promise<RoleChange> {
  if (!isRole(of.role)) throw new RefusedError('which role? support, finance, risk or manager')
  const reason = readReason(of.uncheckedReason)
  const [found] = await database.query<ProvenOperator & { otherManagers: number }>(
    `select id, name, role, (select count(*)::int from operators m
       where m.role = 'manager' and m.id <> o.id and m.admitted_at is not null and m.revoked_at is null) as "otherManagers"
     from operators o where (lower(name) = lower($1) or id = $1) and ${ADMITTED}`,
    [of.operator],
  )
  if (found === undefined) throw new RefusedError('no active operator has this name')
  if (found.role === of.role) throw new RefusedError(`${found.name} has this role already`)
  if (found.role === 'manager' && found.otherManagers === 0)
    throw new RefusedError('a manager has to stay: make another operator one first')
  return { operatorId: found.id, operator: found.name, from: found.role, to: of.role, reason }
}

/** Requests a role change; another operator has to confirm it. */
export async function requestRoleChange(
  deps: ChangeDeps,
  of: HowDecided & { change: RoleChange; by: ProvenOperator },
): Promise<OperatorRequestId> {
  const { operatorId: subject, operator, from, to, reason } = of.change
  const { by, where = IN_TERMINAL } = of
  return await deps.database.transaction(async (tx) => {
    const content = { operator, from, to, reason }
    const asked = { act: 'change-role', subject, content, by } as const
    const id = await requestAct(tx, deps, of.evidence === undefined ? asked : { ...asked, evidence: of.evidence })
    await addAuditLine(tx, deps, {
      by,
      where,
      act: 'request-change-role',
      subject,
      reason,
      before: { role: from },
      after: { role: to },
    })
    return id
  })
}

/**
 * Carries out a role change that another operator requested.
 *
 * @throws RefusedError as confirmRequest does, and when the role has changed meanwhile
 */
export async function confirmRoleChange(deps: ChangeDeps, of: Confirmation): Promise<void> {
  const { by, where = IN_TERMINAL } = of
  const { subject, content } = of.request
  const { from, to, reason } = content
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now()
    await confirmRequest(tx, { ...of, at })
    const changed = await tx
      .query(
        `update operators set role = $2, role_since = $3 where id = $1 and role = $4 and ${ADMITTED} returning 1`,
        [subject, to, at, from],
      )
      .catch(refuseChange)
    if (changed.length === 0) throw new RefusedError('the role has changed since this was asked for: ask again')
    await addAuditLine(tx, deps, {
      by,
      where,
      act: 'change-role',
      subject,
      reason: reason ?? null,
      before: { role: from },
      after: { role: to },
    })
  })
}
