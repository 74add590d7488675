import type { Kobo } from '#contract/money.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import type { OrderRow } from './order.ts'

/** The amount that a late success takes again, kobo. */
export function takenAgainKobo(order: Pick<OrderRow, 'kind' | 'amountKobo' | 'totalKobo'>): Kobo {
  return KINDS[order.kind].takenAgainKobo(order)
}

/** The amount that an order's return brought back, kobo. */
export function broughtBackKobo(order: Pick<OrderRow, 'kind' | 'amountKobo' | 'totalKobo' | 'returnedLate'>): Kobo {
  return order.returnedLate ? takenAgainKobo(order) : order.totalKobo
}
