import type { Order } from '#contract/orders.ts'
import { kindOf } from '#web/payments/kinds/kinds.ts'

/** The toast on return to the wallet once the provider has proved it. Null if the result has a screen of its own. */
export function deliveredToast(order: Order): string | null {
  return order.endedByTeam ? null : kindOf(order).deliveredToast(order)
}

/** The path of the receipt for the seller's customer; null if the order is no sale. */
export function saleReceiptPath(order: Pick<Order, 'id' | 'sale'>): string | null {
  return order.sale === null ? null : `/sell/receipt/${order.id}`
}
