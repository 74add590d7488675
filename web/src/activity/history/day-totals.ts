import { totalKobo } from '#contract/transaction-total.ts'
import type { Transaction } from '#contract/transactions.ts'
import { formatDay } from '#web/lib/format.ts'

/** Money in and out, kobo, never negative. */
export type DayTotal = { readonly inKobo: bigint; readonly outKobo: bigint }

/**
 * Totals by day, keyed by the day's heading. Failed payments and their refunds do not count. A partly loaded day has no
 * totals: the last day before "Show more", and a day with a refund whose payment is not loaded.
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
