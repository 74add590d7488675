import { totalKobo } from '#contract/transaction-total.ts'
import type { Transaction } from '#contract/transactions.ts'
import { formatDay } from '#web/lib/format.ts'

/** What came in and what went out, kobo, neither negative. */
export type DayTotal = { readonly inKobo: bigint; readonly outKobo: bigint }

/**
 * The totals of each day of a history, newest first, by the day's name. What failed and its refund moved nothing. A day that is
 * not known whole has none: the last one of a list that goes on, and one with a refund whose payment is not in the list.
 */
export function dayTotals(lines: readonly Transaction[], hasMore: boolean): ReadonlyMap<string, DayTotal> {
  const totals = new Map<string, DayTotal>()
  const unknown = new Set<string>()
  const last = lines.at(-1)
  if (hasMore && last !== undefined) unknown.add(formatDay(last.createdAt))
  const failed = new Map<string, boolean>()
  for (const { kind, orderId, status } of lines) {
    if (orderId !== null && kind !== 'refund') failed.set(orderId, failed.get(orderId) === true || status === 'failed')
  }
  for (const line of lines) {
    const day = formatDay(line.createdAt)
    const isUndone = line.kind === 'refund' && line.orderId !== null ? failed.get(line.orderId) : false
    if (isUndone === undefined) unknown.add(day)
    if (line.status === 'failed' || isUndone) continue
    const kobo = totalKobo(line)
    const { inKobo, outKobo } = totals.get(day) ?? { inKobo: 0n, outKobo: 0n }
    totals.set(day, kobo > 0n ? { inKobo: inKobo + kobo, outKobo } : { inKobo, outKobo: outKobo - kobo })
  }
  for (const day of unknown) totals.delete(day)
  return totals
}
