import { parseNaira } from '#contract/money.ts'
import type { Network, Plan } from '#contract/purchases.ts'
import type { BatchKind } from '#contract/selling.ts'
import type { PurchaseFields } from '#web/payments/bills/check-bill.ts'
import { checkAirtime } from '#web/payments/kinds/airtime/check-airtime.ts'
import { checkData } from '#web/payments/kinds/data/check-data.ts'
import type { Checked } from '#web/payments/orders/use-quote-form.ts'

export type SaleForm = {
  readonly kind: BatchKind
  readonly customerId: string | null
  readonly name: string
  readonly phone: string
  readonly network: Network | null
  readonly amount: string
  readonly bundle: Plan | null
  /** What the customer pays, naira. */
  readonly price: string
  readonly saveCustomer: boolean
  readonly bpcCode: string | null
}
export type SaleFields = PurchaseFields & { readonly price?: string }

const CHECKS: Readonly<Record<BatchKind, (form: SaleForm) => Checked<PurchaseFields>>> = {
  airtime: checkAirtime,
  data: checkData,
}

/** The form's request: a purchase, and its resale price. */
export function checkSale(form: SaleForm): Checked<SaleFields> {
  const checked = CHECKS[form.kind](form)
  if ('problems' in checked) return checked
  const price = parseNaira(form.price)
  if (price === null || price === 0n) {
    const sentence = 'Please enter the price your customer pays.'
    return { problems: { price: sentence }, toast: sentence }
  }
  const sale = { customerId: form.customerId, customerName: form.name.trim() || null, priceKobo: price.toString() }
  return { body: { ...checked.body, sale } as typeof checked.body }
}
