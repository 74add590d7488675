import type { OrderKind } from '#contract/orders.ts'
import type { OrderRowOf } from '#server/payments/orders/order.ts'

/** What is bought at the bills provider. */
export type PurchaseKind = Extract<OrderKind, 'airtime' | 'data' | 'electricity' | 'tv'>
export type PurchaseRow = { [Kind in PurchaseKind]: OrderRowOf<Kind> }[PurchaseKind]
