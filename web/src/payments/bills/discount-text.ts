import type { Installation } from '#contract/installation.ts'
import type { Product } from '#contract/prices.ts'
import { formatPercent } from '#web/lib/format.ts'

/** `1 % off (2.5 % with a BPC)`; null when there is none. */
export function discountText({ standard, bpc }: Installation['prices']['discounts'][Product]): string | null {
  if (standard === 0 && bpc === 0) return null
  if (standard === 0) return `${formatPercent(bpc)} off with a BPC`
  if (standard === bpc) return `${formatPercent(standard)} off`
  return `${formatPercent(standard)} off (${formatPercent(bpc)} with a BPC)`
}
