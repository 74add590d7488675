import type { Installation } from '#contract/installation.ts'
import type { BillKind } from '#contract/kinds/kinds.ts'
import { formatPercent } from '#web/lib/format.ts'

/** `1% off (2.5% with a BPC)`: both price lists, for comparison; null if there is no discount. */
export function discountText({ standard, bpc }: Installation['prices']['discounts'][BillKind]): string | null {
  if (standard === 0 && bpc === 0) return null
  if (standard === 0) return `${formatPercent(bpc)} off with a BPC`
  if (standard === bpc) return `${formatPercent(standard)} off`
  return `${formatPercent(standard)} off (${formatPercent(bpc)} with a BPC)`
}
