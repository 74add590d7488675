import type { Installation } from '#contract/installation.ts'
import type { BillKind } from '#contract/kinds/kinds.ts'
import { formatPercent } from '#web/lib/format.ts'

/** `1 % off (2.5 % with a BPC)`, and where one applies `2.5 % off with your BPC`; null when there is none. */
export function discountText(
  { standard, bpc }: Installation['prices']['discounts'][BillKind],
  { bpcApplies = false } = {},
): string | null {
  if (bpcApplies && bpc > 0) return `${formatPercent(bpc)} off with your BPC`
  if (standard === 0 && bpc === 0) return null
  if (standard === 0) return `${formatPercent(bpc)} off with a BPC`
  if (standard === bpc) return `${formatPercent(standard)} off`
  return `${formatPercent(standard)} off (${formatPercent(bpc)} with a BPC)`
}
