import { OPERATOR_REQUESTS_SHOWN } from '#contract/console/limits.ts'
import type { ListedOperator, OperatorsAnswer, PendingRequest } from '#contract/console/operators.ts'
import { mayMake } from '#contract/console/permissions.ts'
import type { OperatorId } from '#contract/ids.ts'
import { summaryOf } from '#server/acts/preview-request.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { showsLinksInSandbox } from '#server/identity/operators/email-newcomers.ts'
import { ADMITTED, type ProvenOperator } from '#server/identity/operators/operator.ts'
import type { OperatorRequest } from '#server/identity/operators/requests.ts'
import { listWaiting } from '#server/identity/operators/waiting-requests.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { ConsoleSession } from './console-session.ts'
import { type ListedPasskey, listOperatorPasskeys } from './manage-passkeys.ts'
import { whyLost, whyNotConfirm } from './proposals/list-proposals.ts'

/** The operators, and the requests about them that wait for a second one. */
export async function listForConsole(deps: Deps, session: ConsoleSession): Promise<OperatorsAnswer> {
  const { requests, total } = await listWaiting(deps, { acts: OPERATOR_ACTS, limit: OPERATOR_REQUESTS_SHOWN })
  const { operator, where } = session
  const operators = await deps.database.transaction(async (tx) => {
    const listed = await readOperators(tx)
    await addAuditLine(tx, deps, { by: operator, where, act: 'look-at-operators' })
    return listed
  })
  return {
    operators,
    requests: requests.flatMap((request) => presentRequest(request, operator)),
    requestsTotal: total,
    mayChangeRoles: mayMake(operator.role, 'change-role'),
    mayAdd: mayMake(operator.role, 'add-operator'),
    mayRevoke: mayMake(operator.role, 'revoke-operator'),
    practiceEmails: showsLinksInSandbox(deps.config) ? `${deps.config.sandboxUrl}/emails` : null,
  }
}

type OperatorRow = {
  id: OperatorId
  name: string
  role: ListedOperator['role']
  since: Date
  lastSignInAt: Date | null
}
async function readOperators(tx: Transaction): Promise<ListedOperator[]> {
  const operators = await tx.query<OperatorRow>(
    `select id, name, role, admitted_at as since,
       (select a.at from operator_audit a where a.operator_id = o.id and a.act = 'sign-in'
        order by a.number desc limit 1) as "lastSignInAt"
     from operators o where ${ADMITTED} order by admitted_at, id`,
  )
  const passkeys = await listOperatorPasskeys(tx)
  return operators.map(({ since, lastSignInAt, ...operator }) => ({
    ...operator,
    since: since.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    passkeys: passkeys.filter(({ operatorId }) => operatorId === operator.id).map(presentPasskey),
  }))
}

/** A passkey as operators see it. */
export function presentPasskey({ id, name, createdAt, confirmedAt, lastUsedAt }: ListedPasskey) {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    confirmedAt: confirmedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** The acts about operators themselves. */
const OPERATOR_ACTS = ['add-operator', 'revoke-operator', 'change-role', 'enrol-passkey'] as const

function presentRequest(request: OperatorRequest, reader: ProvenOperator): PendingRequest[] {
  const act = OPERATOR_ACTS.find((each) => each === request.act)
  if (act === undefined) return []
  const whyNot = whyLost(request) ?? whyNotConfirm(request, reader)
  return [
    {
      id: request.id,
      act,
      summary: summaryOf(request),
      reason: request.content.reason ?? null,
      requestedBy: request.requestedBy,
      requestedAt: request.requestedAt.toISOString(),
      expiresAt: request.expiresAt.toISOString(),
      mayConfirm: whyNot === null,
      whyNot,
    },
  ]
}
