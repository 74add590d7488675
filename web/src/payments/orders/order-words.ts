import type { Order, OrderKind } from '#contract/orders.ts'

/** What an order is called in running text: "Your transfer is on its way". */
export const NOUNS: Record<OrderKind, string> = {
  withdrawal: 'transfer',
  airtime: 'airtime purchase',
  data: 'data purchase',
  electricity: 'electricity payment',
  tv: 'TV payment',
  bpc: 'BPC purchase',
}

/** Where a person waits for the answer after the approval, and what is said at once. */
export const AFTER_APPROVAL: Record<OrderKind, { readonly path: string; readonly toast: string | null }> = {
  withdrawal: { path: '/withdraw/processing', toast: 'Transfer initiated successfully!' },
  airtime: { path: '/airtime/processing', toast: null },
  data: { path: '/data/processing', toast: null },
  electricity: { path: '/bills/processing', toast: null },
  tv: { path: '/bills/processing', toast: null },
  bpc: { path: '/buy-bpc/confirmation', toast: null },
}

/** Said on the way back to the wallet once the provider has proved it. Null when the result has a screen of its own. */
export function deliveredToast(order: Order): string | null {
  switch (order.kind) {
    case 'airtime':
      return 'Airtime purchase successful!'
    case 'data':
      return 'Data purchase successful!'
    case 'tv':
      return 'TV subscription successful!'
    case 'electricity':
      return order.recipient.meterType === 'prepaid' ? null : 'Electricity purchase successful!'
    default:
      return null
  }
}

/** Where the receipt for the seller's customer is; null for what is not sold on. */
export function saleReceiptPath(order: Pick<Order, 'id' | 'sale'>): string | null {
  return order.sale === null ? null : `/sell/receipt/${order.id}`
}
