import { DIFFERENCES_SHOWN, RUNS_SHOWN } from '#contract/console/limits.ts'
import { providerName } from '#contract/console/provider-names.ts'
import type { Difference, Run, RunAnswer } from '#contract/console/reconciliation.ts'
import { isId } from '#contract/ids.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import type { ListedException } from '#server/controls/reconciliation/open-difference.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * One comparison with the providers, with the differences that were open at its end. Records the look.
 *
 * @throws AppError operator.no-run
 */
export async function lookAtRun(deps: Deps, session: ConsoleSession, uncheckedId: string): Promise<RunAnswer> {
  const { operator: by, where } = session
  if (!isId('rec', uncheckedId)) throw new AppError('operator.no-run')
  return await deps.database.transaction(async (tx) => {
    const [run] = await readRuns(tx, uncheckedId)
    if (run === undefined) throw new AppError('operator.no-run')
    const differences = await readRunDifferences(tx, run)
    await addAuditLine(tx, deps, { by, where, act: 'look-at-reconciliation', subject: uncheckedId })
    return { run, differences }
  })
}

type RunRow = Omit<Run, 'from' | 'to' | 'endedAt'> & { readonly from: Date; readonly to: Date; readonly endedAt: Date }

/** The latest runs, or the one with this id. */
export async function readRuns(sql: Sql, id: string | null = null): Promise<Run[]> {
  const rows = await sql.query<RunRow>(
    `select id, window_from as "from", window_to as "to", ended_at as "endedAt", lines, matched, pending, exceptions, fresh,
       not_ours as "notOurs", gaps from reconciliation_runs where id = coalesce($2, id) order by ended_at desc limit $1`,
    [RUNS_SHOWN, id],
  )
  return rows.map(({ from, to, endedAt, gaps, ...counts }) => ({
    ...counts,
    gaps: gaps.map(sayGap),
    from: from.toISOString(),
    to: to.toISOString(),
    endedAt: endedAt.toISOString(),
  }))
}

/** A stored gap begins with the provider's name in the ledger: `paystack: the list of transfers: timed out`. */
function sayGap(gap: string): string {
  return gap.replace(/^[a-z0-9-]+(?=: )/, (provider) => providerName(provider))
}

type Shown = Pick<
  ListedException,
  'number' | 'provider' | 'kind' | 'reference' | 'detail' | 'ledgerKobo' | 'providerKobo' | 'differenceKobo'
>

async function readRunDifferences(sql: Sql, { id, exceptions }: Run): Promise<Difference[] | null> {
  const found = await sql.query<Shown>(
    `select d.number, e.provider, e.kind, e.reference, d.detail, d.ledger_kobo as "ledgerKobo", d.provider_kobo as "providerKobo",
       d.difference_kobo as "differenceKobo"
     from reconciliation_run_differences d join reconciliation_exceptions e using (number)
     where d.run_id = $1 order by e.provider, d.number limit $2`,
    [id, DIFFERENCES_SHOWN],
  )
  if (found.length === 0 && exceptions > 0) return null
  return withRunningSums(found).map(({ of, runningKobo }) => ({ ...presentDifference(of), runningKobo }))
}

/** Each difference with the running sum of its provider's known differences. */
export function withRunningSums<Each extends Pick<Shown, 'provider' | 'differenceKobo'>>(
  found: readonly Each[],
): { readonly of: Each; readonly runningKobo: string }[] {
  const running = new Map<string, bigint>()
  return found.map((of) => {
    const sum = (running.get(of.provider) ?? 0n) + (of.differenceKobo ?? 0n)
    running.set(of.provider, sum)
    return { of, runningKobo: `${sum}` }
  })
}

export function presentDifference(of: Shown): Omit<Difference, 'runningKobo'> {
  const { number, provider, kind, reference, detail, ledgerKobo, providerKobo, differenceKobo } = of
  return {
    number: `${number}`,
    provider,
    kind,
    reference,
    detail,
    ledgerKobo: ledgerKobo?.toString() ?? null,
    providerKobo: providerKobo?.toString() ?? null,
    differenceKobo: differenceKobo?.toString() ?? null,
  }
}
