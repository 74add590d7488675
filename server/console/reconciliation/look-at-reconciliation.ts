import { mayMake } from '#contract/console/permissions.ts'
import type { OpenDifference, ReconciliationAnswer, Run, Side } from '#contract/console/reconciliation.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { type ListedException, listExceptions } from '#server/controls/reconciliation/operate-exceptions.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { listRequests, type OperatorRequest } from '#server/identity/operators/requests.ts'
import type { Sql } from '#server/platform/db/database.ts'

const RUNS_SHOWN = 20

/** The last comparisons with the providers, and every difference that is open. */
export async function lookAtReconciliation(deps: Deps, session: ConsoleSession): Promise<ReconciliationAnswer> {
  const { operator: by, where } = session
  const requests = await listRequests(deps)
  return await deps.database.transaction(async (tx) => {
    const found = await listExceptions(tx, false)
    const answer = {
      runs: await readRuns(tx),
      sides: await readSides(tx, found),
      differences: withRunningSums(found, requests),
      mayPropose: mayMake(by.role, 'close-difference'),
    }
    await addAuditLine(tx, deps, { by, where, act: 'look-at-reconciliation' })
    return answer
  })
}

type RunRow = Omit<Run, 'from' | 'to' | 'endedAt'> & { readonly from: Date; readonly to: Date; readonly endedAt: Date }

async function readRuns(sql: Sql): Promise<Run[]> {
  const rows = await sql.query<RunRow>(
    `select id, window_from as "from", window_to as "to", ended_at as "endedAt", lines, matched, pending, exceptions, fresh,
       gaps from reconciliation_runs order by ended_at desc limit $1`,
    [RUNS_SHOWN],
  )
  return rows.map(({ from, to, endedAt, ...counts }) => ({
    ...counts,
    from: from.toISOString(),
    to: to.toISOString(),
    endedAt: endedAt.toISOString(),
  }))
}

type SideRow = {
  readonly provider: string
  readonly heldKobo: bigint | null
  readonly ledgerKobo: bigint | null
  readonly readAt: Date | null
  readonly ownKobo: bigint | null
}

/** Both books of each provider as they were when they were last read together. */
async function readSides(sql: Sql, found: readonly ListedException[]): Promise<Side[]> {
  const rows = await sql.query<SideRow>(
    `select provider, p.held_kobo as "heldKobo", p.ledger_kobo as "ledgerKobo", p.read_at as "readAt", o.own_kobo as "ownKobo"
     from provider_positions p full join provider_opening_balances o using (provider) order by provider`,
  )
  return rows.map(({ provider, heldKobo, ledgerKobo, readAt, ownKobo }) => ({
    provider,
    heldKobo: heldKobo?.toString() ?? null,
    ledgerKobo: ledgerKobo?.toString() ?? null,
    readAt: readAt?.toISOString() ?? null,
    ownKobo: ownKobo?.toString() ?? null,
    differencesKobo: `${sumOf(found.filter((each) => each.provider === provider))}`,
  }))
}

function sumOf(found: readonly ListedException[]): bigint {
  return found.reduce((sum, { differenceKobo }) => sum + (differenceKobo ?? 0n), 0n)
}

function withRunningSums(found: readonly ListedException[], requests: readonly OperatorRequest[]): OpenDifference[] {
  const running = new Map<string, bigint>()
  return found.map(({ number, provider, kind, reference, detail, differenceKobo, foundAt }) => {
    const runningKobo = (running.get(provider) ?? 0n) + (differenceKobo ?? 0n)
    running.set(provider, runningKobo)
    const request = requests.find(({ act, subject }) => act === 'close-difference' && subject === `${number}`)
    return {
      number: `${number}`,
      provider,
      kind,
      reference,
      detail,
      differenceKobo: differenceKobo?.toString() ?? null,
      runningKobo: `${runningKobo}`,
      foundAt: foundAt.toISOString(),
      requestId: request?.id ?? null,
    }
  })
}
