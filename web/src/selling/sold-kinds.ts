import type { BatchKind } from '#contract/selling.ts'
import { LOOKS } from '#web/payments/kinds/looks.ts'

/** The kinds that can be resold, as tiles to choose from. */
export const SOLD_KINDS = (['airtime', 'data'] as const satisfies readonly BatchKind[]).map((id) => ({
  id,
  name: LOOKS[id].name,
}))

export const isSoldKind = (value: unknown) => SOLD_KINDS.some(({ id }) => id === value)
