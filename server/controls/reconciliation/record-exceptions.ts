import type { Deps } from '#server/deps.ts'
import { RECONCILIATION_ACTOR } from '#server/identity/operators/operator.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import type { Difference, Findings } from './findings.ts'
import { lineOf } from './still-open.ts'

/**
 * SQL: the stored amount stands. Two people closed the difference, or it is open and this run found no amount (`$5`, in
 * an upsert).
 */
const STANDS =
  'e.confirmed_by is not null or (e.closed_at is null and e.difference_kobo is not null and $5::bigint is null)'

/** Makes concurrent runs, and closings, wait for each other, so that each difference has one number and counts once. */
export async function lockExceptions(tx: Transaction): Promise<void> {
  await tx.query('lock table reconciliation_exceptions in share row exclusive mode')
}

/**
 * Stores each difference once, alerts operators to new ones, and returns how many are new. An open difference keeps its
 * known amount while the current one is unknown. Call within `lockExceptions`.
 */
export async function recordExceptions(
  tx: Transaction,
  deps: Pick<Deps, 'log'>,
  differences: readonly Difference[],
  at: Date,
): Promise<number> {
  let fresh = 0
  for (const each of differences) {
    const { provider, kind, reference, detail, differenceKobo, ledgerKobo, providerKobo } = each
    const [known] = await tx.query(
      `select 1 from reconciliation_exceptions where provider = $1 and kind = $2 and reference = $3
         and (closed_at is null or confirmed_by is not null)`,
      [provider, kind, reference],
    )
    // A difference that two people closed stays closed. One that closed by agreeing is open again.
    const [row] = await tx.query<{ number: bigint }>(
      `insert into reconciliation_exceptions as e
         (provider, kind, reference, number, detail, difference_kobo, found_at, seen_at, ledger_kobo, provider_kobo)
       values ($1, $2, $3, (select coalesce(max(number), 0) + 1 from reconciliation_exceptions), $4, $5, $6, $6, $8, $9)
       on conflict (provider, kind, reference) do update set
         seen_at = $6,
         detail = case when ${STANDS} then e.detail else $4 end,
         difference_kobo = case when ${STANDS} then e.difference_kobo else $5 end,
         ledger_kobo = case when ${STANDS} then e.ledger_kobo else $8 end,
         provider_kobo = case when ${STANDS} then e.provider_kobo else $9 end,
         came_late = e.came_late and e.closed_by is distinct from $7,
         found_at = case when e.closed_by = $7 then $6 else e.found_at end,
         closed_at = case when e.closed_by = $7 then null else e.closed_at end,
         closed_by = case when e.closed_by = $7 then null else e.closed_by end,
         evidence = case when e.closed_by = $7 then null else e.evidence end
       returning number`,
      [provider, kind, reference, detail, differenceKobo, at, RECONCILIATION_ACTOR, ledgerKobo, providerKobo],
    )
    if (row === undefined || known !== undefined) continue
    fresh++
    await raiseAlarm(tx, deps.log, {
      kind: 'reconciliation-exception',
      subjectId: `${row.number}`,
      detail: `${provider}, ${kind}, ${reference}: ${detail}`,
      at,
    })
  }
  return fresh
}

/**
 * Closes differences that agree now, and those that now differ in another way: a payment that was unknown and is now
 * booked with another amount is no longer "not in our books".
 */
export async function closeResolvedDifferences(
  tx: Transaction,
  { agreed, listed, differences }: Findings,
  at: Date,
): Promise<void> {
  const differing = new Set(differences.map(lineOf))
  const over = [...agreed].filter((each) => !differing.has(each))
  const close = `update reconciliation_exceptions set closed_at = $2, closed_by = $3, evidence = $4
     where closed_at is null and kind <> 'balance-differs' and provider || ' ' || reference = any($1::text[])`
  await tx.query(
    `update reconciliation_exceptions set closed_at = $2, closed_by = $3, evidence = $4, came_late = true
     where closed_at is null and kind in ('missing-transfer', 'missing-deposit')
       and provider || ' ' || reference = any($1::text[])`,
    [over.filter((each) => listed.has(each)), at, RECONCILIATION_ACTOR, 'came late: the list has it now'],
  )
  await tx.query(close, [over, at, RECONCILIATION_ACTOR, 'agrees by now'])
  await tx.query(`${close} and provider || ' ' || kind || ' ' || reference <> all($5::text[])`, [
    [...differing],
    at,
    RECONCILIATION_ACTOR,
    'differs in another way by now',
    differences.map(nameOf),
  ])
}

/** Stores the open differences at the end of a run, with both sides as known then. Call after storing the run. */
export async function recordOpen(tx: Transaction, runId: string): Promise<void> {
  await tx.query(
    `insert into reconciliation_run_differences (run_id, number, detail, ledger_kobo, provider_kobo, difference_kobo)
     select $1, number, detail, ledger_kobo, provider_kobo, difference_kobo
     from reconciliation_exceptions where closed_at is null`,
    [runId],
  )
}

/** Closes older differences of a balance: the current one, if any, replaces them. */
export async function closeOldBalances(
  tx: Transaction,
  provider: string,
  now: Difference | null,
  at: Date,
): Promise<void> {
  await tx.query(
    `update reconciliation_exceptions set closed_at = $3, closed_by = $4, evidence = 'another balance by now'
     where closed_at is null and kind = 'balance-differs' and provider = $1 and reference is distinct from $2`,
    [provider, now?.reference ?? null, at, RECONCILIATION_ACTOR],
  )
}

/** `provider kind reference` of differences that two people closed: they are explained and no longer count. */
export async function closedByPeople(sql: Sql, differences: readonly Difference[]): Promise<Set<string>> {
  const rows = await sql.query<{ name: string }>(
    `select provider || ' ' || kind || ' ' || reference as name from reconciliation_exceptions
     where confirmed_by is not null and reference = any($1::text[])`,
    [differences.map((each) => each.reference)],
  )
  return new Set(rows.map(({ name }) => name))
}

export function nameOf({ provider, kind, reference }: Difference): string {
  return `${provider} ${kind} ${reference}`
}
