import type { Installation } from '#contract/installation.ts'
import type { BillKind } from '#contract/kinds/kinds.ts'
import { formatPercent } from '#web/lib/format.ts'

/** The discount that applies while no code is typed: `Standard price, 1% off`, or `2.5% off with your BPC`. */
export function appliedDiscount(
  { standard, bpc }: Installation['prices']['discounts'][BillKind],
  of: { holdsBpc: boolean },
): string {
  if (of.holdsBpc && bpc > 0) return `${formatPercent(bpc)} off with your BPC`
  return standard === 0 ? 'Standard price' : `Standard price, ${formatPercent(standard)} off`
}
