import type { Deps } from '#server/deps.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { everyProvider } from '#server/providers/registry.ts'
import type { Suspension } from '#server/suspension/suspensions.ts'
import { compareBalance, keepOwnKobo, keepPositions, type Position, readPositions, unmoved } from './compare-balance.ts'
import { addGap, type Findings, noFindings } from './findings.ts'
import { matchDeposits } from './match-deposits.ts'
import { reportSetAside, type SetAsideReport } from './match-foreign.ts'
import { findMaybeSent, matchPurchases } from './match-purchases.ts'
import { matchTransfers } from './match-transfers.ts'
import { findNotConfigured } from './not-configured.ts'
import type { Restored, Span, Window } from './our-orders.ts'
import {
  closedByPeople,
  closeOldBalances,
  closeResolvedDifferences,
  lockExceptions,
  nameOf,
  recordExceptions,
  recordOpen,
} from './record-exceptions.ts'
import { stillOpen } from './still-open.ts'

/** How often everything is read again if money moves meanwhile. */
const TRIES_MAX = 3

export type Report = {
  readonly window: Window
  readonly lines: number
  readonly matched: number
  readonly pending: number
  /** Differences that two people have not closed. */
  readonly exceptions: number
  /** How many of them are new. */
  readonly fresh: number
  /** What could not be read or compared. Empty: everything was read and compared. */
  readonly gaps: readonly string[]
  /** Lines that cannot be ours. */
  readonly setAside: SetAsideReport
  /** Whether another run soon may find more: something was new, or could not be read just now. */
  readonly againSoon: boolean
}

/**
 * Compares our books with the providers': every line of their lists, every payment of ours, whatever older is still
 * open, and their balances. Books nothing: verifications are queued as usual, and differences are stored for people.
 * Balances are current, so they are compared only if the span reaches until now. `restored`: this database comes from a
 * backup and knows nothing after its last instant.
 */
export async function reconcile(deps: Deps, span: Span, restored: Restored | null): Promise<Report> {
  const beganAt = deps.clock.now()
  const read = await readUntilStill(deps, span, restored)
  const report = await deps.database.transaction((tx) =>
    keep(tx, deps, { ...read, beganAt, isRestored: restored !== null }),
  )
  deps.wakeWorker()
  deps.log.info({ reconciliation: { ...report, window: undefined } }, 'books compared with the providers')
  return report
}

/** What an open suspension says about the backup behind this database; null when there is none. */
export function restoredOf(stop: Suspension | null | undefined): Restored | null {
  return stop?.since == null ? null : { since: stop.since, at: stop.stoppedAt }
}

/**
 * `positions`: of providers whose balance did not move during the comparison; `answered`: of those that answered at
 * all.
 */
type Read = {
  readonly findings: Findings
  readonly positions: readonly Position[]
  readonly answered: readonly string[]
  readonly window: Window
}

async function readUntilStill(deps: Deps, span: Span, restored: Restored | null): Promise<Read> {
  for (let tries = 1; ; tries++) {
    const findings = noFindings()
    const before = await readPositions(deps, noFindings())
    // The balances include whatever ended before they were read, so the window must include it too.
    const window: Window = { from: span.from, to: span.to === 'now' ? deps.clock.now() : span.to }
    await matchAll(deps, { window, findings, restored })
    if (span.to !== 'now') return { findings, positions: [], answered: [], window }
    const after = await readPositions(deps, findings)
    const still = unmoved(before, after)
    if (still.length < after.length && tries < TRIES_MAX) continue
    for (const { provider } of after.filter((each) => !still.includes(each)))
      addGap(findings, provider, 'its balance: money kept moving while it was read')
    return { findings, positions: still, answered: after.map(({ provider }) => provider), window }
  }
}

/** Compares each configured provider, and records a gap for each other provider that still concerns us. */
async function matchAll(
  deps: Deps,
  { window, findings, restored }: { window: Window; findings: Findings; restored: Restored | null },
): Promise<void> {
  for (const provider of everyProvider(deps, 'payments')) {
    await matchTransfers({ deps, provider, findings }, window)
    await matchDeposits({ deps, provider, findings }, window, restored !== null)
  }
  for (const provider of everyProvider(deps, 'bills')) await matchPurchases({ deps, provider, findings }, window)
  if (restored !== null) await findMaybeSent(deps, restored, findings)
  await findNotConfigured(deps, findings)
}

async function keep(tx: Transaction, deps: Deps, of: Read & { beganAt: Date; isRestored: boolean }): Promise<Report> {
  const { findings, positions, answered, window, beganAt, isRestored } = of
  const at = deps.clock.now()
  const withGaps = new Set(findings.gaps.map(({ provider }) => provider))
  await lockExceptions(tx)
  const explained = await closedByPeople(tx, findings.differences)
  // Open differences explain a balance however old they are.
  const remaining = await stillOpen(tx, findings)
  const open = [...findings.differences.filter((each) => !explained.has(nameOf(each))), ...remaining]
  await keepPositions(tx, positions, at)
  // A partial list explains no balance.
  for (const position of positions.filter(({ provider }) => !withGaps.has(provider))) {
    const { ownKobo, difference } = await compareBalance(tx, position, findings, open)
    // The first run of a database that was never restored takes the rest as our own, if nothing differs and nothing is
    // in doubt. Otherwise one wrong line would be explained wrongly forever.
    const isFirst = difference !== null && !isRestored && (await isFirstFor(tx, position.provider))
    const isClear =
      !findings.inDoubt.has(position.provider) && open.every((each) => each.provider !== position.provider)
    if (isFirst && isClear) await keepOwnKobo(tx, position.provider, ownKobo, at)
    const found = isFirst ? null : difference
    if (found !== null) findings.differences.push(found)
    await closeOldBalances(tx, position.provider, found, at)
  }
  const fresh = await recordExceptions(tx, deps, findings.differences, at)
  await closeResolvedDifferences(tx, findings, at)
  const exceptions =
    remaining.length + findings.differences.length - (await closedByPeople(tx, findings.differences)).size
  const { lines, matched, pending } = findings
  const gaps = findings.gaps.map(({ what }) => what)
  const setAside = reportSetAside(findings.setAside)
  const againSoon = fresh > 0 || findings.gaps.some(({ passing }) => passing)
  const runId = deps.newId('rec')
  await tx.query(
    `insert into reconciliation_runs (id, window_from, window_to, began_at, ended_at, lines, matched, pending, exceptions,
       fresh, gaps, reached, not_ours, set_aside)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      runId,
      window.from,
      window.to,
      beganAt,
      at,
      lines,
      matched,
      pending,
      exceptions,
      fresh,
      gaps,
      answered,
      setAside.count,
      setAside.lines,
    ],
  )
  // A restored database compares every minute, so each run's findings are not stored.
  if (!isRestored) await recordOpen(tx, runId)
  return { window, lines, matched, pending, exceptions, fresh, gaps, setAside, againSoon }
}

async function isFirstFor(tx: Transaction, provider: string): Promise<boolean> {
  return (await tx.query('select 1 from provider_opening_balances where provider = $1', [provider])).length === 0
}
