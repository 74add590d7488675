import type { Transaction } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { MoneyStop } from '../../stops/money-stops.ts'
import { compareBalance, isSame, keepOwnKobo, type Position, readPositions } from './compare-balance.ts'
import { type Findings, noFindings } from './findings.ts'
import {
  closedByPeople,
  closeOldBalances,
  closeWhatIsOver,
  keepExceptions,
  nameOf,
  takeTurn,
} from './keep-exceptions.ts'
import { matchDeposits } from './match-deposits.ts'
import { findMaybeSent, matchPurchases } from './match-purchases.ts'
import { matchTransfers } from './match-transfers.ts'
import type { Restored, Span, Window } from './our-orders.ts'
import { stillOpen } from './still-open.ts'

/** How often everything is read again because money moved meanwhile. */
const TRIES_MAX = 3

export type Report = {
  readonly window: Window
  readonly lines: number
  readonly matched: number
  readonly pending: number
  /** What differs now and two people have not closed. */
  readonly exceptions: number
  /** How much of it was not known before. */
  readonly fresh: number
  /** What could not be read or compared. Empty: everything was. */
  readonly gaps: readonly string[]
}

/**
 * Compares our books with the providers' own: every line of their lists, every payment of ours, whatever is still open of
 * before, and what they hold. Books nothing. What may be answered by a verification is asked for in the usual way; what differs is kept for people.
 * What they hold belongs to now: it is compared only when everything until now is. `restored`: this database is a
 * backup, which knows nothing after its last instant.
 */
export async function reconcile(deps: Deps, span: Span, restored: Restored | null): Promise<Report> {
  const beganAt = deps.clock.now()
  const { findings, positions, window } = await readUntilStill(deps, span, restored)
  const report = await deps.database.transaction((tx) =>
    keep(tx, deps, { findings, positions, window, beganAt, isRestored: restored !== null }),
  )
  deps.wakeWorker()
  deps.log.info({ reconciliation: { ...report, window: undefined } }, 'books compared with the providers')
  return report
}

/** What an open stop says of the backup this database is; null when it is none. */
export function restoredOf(stop: MoneyStop | null | undefined): Restored | null {
  return stop?.since == null ? null : { since: stop.since, at: stop.stoppedAt }
}

async function readUntilStill(
  deps: Deps,
  span: Span,
  restored: Restored | null,
): Promise<{ findings: Findings; positions: Position[]; window: Window }> {
  for (let tries = 1; ; tries++) {
    const findings = noFindings()
    const before = await readPositions(deps, [])
    // What came to its end before the balances were read is in them, so its line has to be compared as well.
    const window: Window = { from: span.from, to: span.to === 'now' ? deps.clock.now() : span.to }
    await matchTransfers(deps, window, findings)
    await matchDeposits(deps, window, findings, restored !== null)
    await matchPurchases(deps, window, findings)
    if (restored !== null) await findMaybeSent(deps, restored, findings)
    if (span.to !== 'now') return { findings, positions: [], window }
    const after = await readPositions(deps, findings.gaps)
    if (isSame(before, after)) return { findings, positions: after, window }
    if (tries < TRIES_MAX) continue
    findings.gaps.push('the balances: money kept moving while they were read')
    return { findings, positions: [], window }
  }
}

async function keep(
  tx: Transaction,
  deps: Deps,
  of: { findings: Findings; positions: Position[]; window: Window; beganAt: Date; isRestored: boolean },
): Promise<Report> {
  const { findings, positions, window, beganAt, isRestored } = of
  const at = deps.clock.now()
  // Half a list explains no balance.
  const canCompare = findings.gaps.length === 0
  await takeTurn(tx)
  const explained = await closedByPeople(tx, findings.differences)
  // What is open explains a balance however old it is.
  const standing = await stillOpen(tx, findings)
  const open = [...findings.differences.filter((each) => !explained.has(nameOf(each))), ...standing]
  for (const position of canCompare ? positions : []) {
    const { ownKobo, difference } = await compareBalance(tx, position, findings, open)
    // The first run of a database that was never restored takes what it finds as our own, when nothing differs and nothing
    // is in doubt: what one wrong line explains wrongly would stay for ever.
    const isFirst = difference !== null && !isRestored && (await isFirstFor(tx, position.provider))
    const isClear =
      !findings.inDoubt.has(position.provider) && open.every((each) => each.provider !== position.provider)
    if (isFirst && isClear) await keepOwnKobo(tx, position.provider, ownKobo, at)
    const found = isFirst ? null : difference
    if (found !== null) findings.differences.push(found)
    await closeOldBalances(tx, position.provider, found, at)
  }
  const fresh = await keepExceptions(tx, deps, findings.differences, at)
  await closeWhatIsOver(tx, findings, at)
  const exceptions =
    standing.length + findings.differences.length - (await closedByPeople(tx, findings.differences)).size
  const { lines, matched, pending, gaps } = findings
  const report = { window, lines, matched, pending, exceptions, fresh, gaps }
  await tx.query(
    `insert into reconciliation_runs (id, window_from, window_to, began_at, ended_at, lines, matched, pending, exceptions,
       fresh, gaps) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [deps.newId('rec'), window.from, window.to, beganAt, at, lines, matched, pending, exceptions, fresh, gaps],
  )
  return report
}

async function isFirstFor(tx: Transaction, provider: string): Promise<boolean> {
  return (await tx.query('select 1 from provider_own_money where provider = $1', [provider])).length === 0
}
