import type { Kobo } from '#contract/money.ts'
import type { OrderRow } from './order.ts'

/** What a late success takes again, kobo: of a transfer the amount without fee and duty, of a purchase its price. */
export function takenAgainKobo({
  kind,
  amountKobo,
  totalKobo,
}: Pick<OrderRow, 'kind' | 'amountKobo' | 'totalKobo'>): Kobo {
  return kind === 'withdrawal' ? amountKobo : totalKobo
}

/** What the return of an order brought back, kobo. */
export function broughtBackKobo(order: Pick<OrderRow, 'kind' | 'amountKobo' | 'totalKobo' | 'returnedLate'>): Kobo {
  return order.returnedLate ? takenAgainKobo(order) : order.totalKobo
}
