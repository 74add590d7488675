import type { ConsoleRecovery, RecoveriesAnswer } from '#contract/console/accounts.ts'
import { RECOVERIES_SHOWN } from '#contract/console/limits.ts'
import type { DecisionOptions } from '#contract/console/operators.ts'
import { mayMake } from '#contract/console/permissions.ts'
import type { SignedBody } from '#contract/console/session.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { offer, proveDecision } from '#server/console/decide.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import {
  listRecoveries,
  readOpenRecovery,
  type ShownRecovery,
  stopRecoveryByOperator,
} from '#server/identity/recovery/operate-recoveries.ts'
import { countOpenSessions } from '#server/identity/sessions/operate-sessions.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { masked } from '#server/tables/masking.ts'

/** The recoveries of accounts, newest first, and the number of open customer sessions. */
export async function lookAtRecoveries(deps: Deps, session: ConsoleSession): Promise<RecoveriesAnswer> {
  const { operator: by, where } = session
  const openSessions = await countOpenSessions(deps)
  const recoveries = await deps.database.transaction(async (tx) => {
    const listed = await listRecoveries(tx, RECOVERIES_SHOWN)
    const owners = await readOwners(tx, listed)
    await addAuditLine(tx, deps, { by, where, act: 'list-recoveries' })
    return listed.map((each) => present(each, owners))
  })
  return {
    recoveries,
    openSessions,
    mayAct: mayMake(by.role, 'recover-account'),
    mayEndAll: mayMake(by.role, 'end-all-sessions'),
  }
}

async function readOwners(sql: Sql, listed: readonly ShownRecovery[]): Promise<ReadonlyMap<string, string>> {
  const found = await sql.query<{ id: string; name: string }>(
    'select id, full_name as name from users where id = any($1::text[])',
    [listed.map(({ userId }) => userId)],
  )
  return new Map(found.map(({ id, name }) => [id, masked('full_name', name)]))
}

function present(recovery: ShownRecovery, owners: ReadonlyMap<string, string>): ConsoleRecovery {
  const { id, userId, openedBy, openedAt, confirmedBy, stoppedBy } = recovery
  return {
    id,
    ownerId: userId,
    owner: owners.get(userId) ?? '',
    openedBy,
    openedAt: openedAt.toISOString(),
    confirmedBy,
    state: stateOf(recovery),
    stoppedBy,
  }
}

function stateOf({ doneAt, stoppedBy, announcedAt, confirmedBy }: ShownRecovery): ConsoleRecovery['state'] {
  if (doneAt !== null) return 'done'
  if (stoppedBy !== null) return 'stopped'
  if (announcedAt !== null) return 'announced'
  return confirmedBy === null ? 'unconfirmed' : 'confirmed'
}

/** @throws RefusedError when the recovery is not open */
export async function offerStop(deps: Deps, session: ConsoleSession, id: string): Promise<DecisionOptions> {
  return await offer(deps, session, await termsOfStop(deps, id))
}

/** @throws RefusedError as stopRecoveryByOperator; AppError as proveDecision */
export async function stopRecoveryFromConsole(
  deps: Deps,
  session: ConsoleSession,
  { id, body }: { id: string; body: SignedBody },
): Promise<void> {
  const evidence = await proveDecision(deps, session, { terms: await termsOfStop(deps, id), body })
  const { operator: by, where } = session
  await stopRecoveryByOperator(deps, { uncheckedId: id, by, where, evidence })
}

async function termsOfStop({ database }: Pick<Deps, 'database'>, uncheckedId: string): Promise<string> {
  const { id, userId } = await readOpenRecovery(database, uncheckedId)
  return `Do this: Stop the recovery ${id} of the account ${userId}.\nNo link for a new password goes to the new mailbox.`
}
