import { ageOfDays, typeOfBreak } from '#contract/console/breaks.ts'
import { DIFFERENCES_SHOWN, LATE_SHOWN } from '#contract/console/limits.ts'
import { mayMake } from '#contract/console/permissions.ts'
import type {
  Counted,
  LateDifference,
  OpenDifference,
  ReconciliationAnswer,
  ReconciliationQuery,
  Side,
} from '#contract/console/reconciliation.ts'
import { DAY_MS } from '#contract/time.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import {
  type CountedExceptions,
  countOpen,
  listExceptions,
  listLate,
} from '#server/controls/reconciliation/list-exceptions.ts'
import { closesDifference, type ListedException } from '#server/controls/reconciliation/open-difference.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { listSubjectsWaiting, type WaitingSubject } from '#server/identity/operators/waiting-requests.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { presentDifference, readRuns, withRunningSums } from './read-runs.ts'

/** The latest comparisons with the providers, and the open differences that match the filters. */
export async function lookAtReconciliation(
  deps: Deps,
  session: ConsoleSession,
  filter: ReconciliationQuery,
): Promise<ReconciliationAnswer> {
  const { operator: by, where } = session
  const requests = await listSubjectsWaiting(deps, ['close-difference', 'close-differences'])
  const now = deps.clock.now()
  return await deps.database.transaction(async (tx) => {
    const sides = await readSides(tx)
    const found = await listExceptions(tx, false, { ...filter, now, limit: DIFFERENCES_SHOWN + 1 })
    const answer = {
      runs: await readRuns(tx),
      sides,
      counts: inBuckets(await countOpen(tx, filter.provider, now)),
      differences: presentOpen(found.slice(0, DIFFERENCES_SHOWN), requests, now),
      moreDifferences: found.length > DIFFERENCES_SHOWN,
      late: (await listLate(tx, filter.provider, now, LATE_SHOWN)).map(presentLate),
      providers: sides.map(({ provider }) => provider),
      mayPropose: mayMake(by.role, 'close-difference'),
    }
    await addAuditLine(tx, deps, { by, where, act: 'look-at-reconciliation' })
    return answer
  })
}

type SideRow = {
  readonly provider: string
  readonly heldKobo: bigint | null
  readonly ledgerKobo: bigint | null
  readonly readAt: Date | null
  readonly ownKobo: bigint | null
  readonly differencesKobo: bigint
}

/** Each provider's last position on both sides, and the sum of its open differences. */
async function readSides(sql: Sql): Promise<Side[]> {
  const rows = await sql.query<SideRow>(
    `select provider, p.held_kobo as "heldKobo", p.ledger_kobo as "ledgerKobo", p.read_at as "readAt", o.own_kobo as "ownKobo",
       coalesce(e.sum, 0)::bigint as "differencesKobo"
     from provider_positions p full join provider_opening_balances o using (provider)
     full join (
       select provider, sum(difference_kobo) as sum from reconciliation_exceptions where closed_at is null group by provider
     ) e using (provider) order by provider`,
  )
  return rows.map(({ provider, heldKobo, ledgerKobo, readAt, ownKobo, differencesKobo }) => ({
    provider,
    heldKobo: heldKobo?.toString() ?? null,
    ledgerKobo: ledgerKobo?.toString() ?? null,
    readAt: readAt?.toISOString() ?? null,
    ownKobo: ownKobo?.toString() ?? null,
    differencesKobo: `${differencesKobo}`,
  }))
}

function inBuckets(counted: readonly CountedExceptions[]): Counted[] {
  const buckets = new Map<string, Counted>()
  for (const { kind, days, count, sumKobo, unknown } of counted) {
    const [type, age] = [typeOfBreak({ kind, cameLate: false }), ageOfDays(days)]
    const { count: others = 0, sumKobo: before = '0', unknown: unknowns = 0 } = buckets.get(`${type} ${age}`) ?? {}
    buckets.set(`${type} ${age}`, {
      type,
      age,
      count: others + count,
      sumKobo: `${BigInt(before) + sumKobo}`,
      unknown: unknowns + unknown,
    })
  }
  return [...buckets.values()]
}

function presentOpen(
  found: readonly ListedException[],
  requests: readonly WaitingSubject[],
  now: Date,
): OpenDifference[] {
  return withRunningSums(found).map(({ of, runningKobo }) => ({
    ...presentDifference(of),
    runningKobo,
    type: typeOfBreak(of),
    age: ageOfDays(Math.floor((now.getTime() - of.foundAt.getTime()) / DAY_MS)),
    foundAt: of.foundAt.toISOString(),
    requestId: requests.find((request) => closesDifference(request, of.number))?.id ?? null,
  }))
}

function presentLate(of: ListedException): LateDifference {
  const { foundAt, closedAt } = of
  return { ...presentDifference(of), foundAt: foundAt.toISOString(), listedAt: (closedAt ?? foundAt).toISOString() }
}
