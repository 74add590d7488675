import type { Order } from '#contract/orders.ts'
import { kindOf } from '#web/payments/kinds/kinds.ts'

/** Said on the way back to the wallet once the provider has proved it. Null when the result has a screen of its own. */
export function deliveredToast(order: Order): string | null {
  return order.endedByTeam ? null : kindOf(order).deliveredToast(order)
}

/** Where the receipt for the seller's customer is; null for what is not sold on. */
export function saleReceiptPath(order: Pick<Order, 'id' | 'sale'>): string | null {
  return order.sale === null ? null : `/sell/receipt/${order.id}`
}
