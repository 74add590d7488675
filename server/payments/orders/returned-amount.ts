import type { Kobo } from '#contract/money.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import type { OrderRow } from './order.ts'

/** What a late success takes again, kobo. */
export function takenAgainKobo(order: Pick<OrderRow, 'kind' | 'amountKobo' | 'totalKobo'>): Kobo {
  return KINDS[order.kind].takenAgainKobo(order)
}

/** What the return of an order brought back, kobo. */
export function broughtBackKobo(order: Pick<OrderRow, 'kind' | 'amountKobo' | 'totalKobo' | 'returnedLate'>): Kobo {
  return order.returnedLate ? takenAgainKobo(order) : order.totalKobo
}
