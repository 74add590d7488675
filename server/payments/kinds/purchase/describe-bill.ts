import type { BillKind } from '#contract/kinds/kinds.ts'
import { type PriceList, type PriceListName, priceOf, shareRoundedDown } from '#contract/prices.ts'
import { NO_PUBLIC_EXTRAS, type Priced } from '#server/payments/kinds/kind.ts'
import type { BillDescriptor, BillParts } from './bill-parts.ts'
import { explain, movements, RETURNED_LATE, SENTENCES, STEP_TITLES } from './purchase.ts'
import { purchaseExecutor } from './purchase-executor.ts'
import { quotePurchase } from './quote-purchase.ts'

/** A kind of bill, from its own parts and what all bills share. */
export function describeBill<Kind extends BillKind>(bill: BillParts<Kind>): BillDescriptor<Kind> {
  return {
    bill,
    quote: (request, body) => quotePurchase(bill, request, body),
    recipientKey: bill.recipientKey,
    line: ({ recipient }) => bill.line(recipient),
    noun: bill.noun,
    movements,
    explain: (order) => explain(order, bill.seller(order.recipient)),
    stepTitle: (state) => STEP_TITLES[state],
    executor: purchaseExecutor(bill),
    givenWithProof: bill.givenWithProof ?? (() => null),
    isHandedOver: bill.isHandedOver ?? (async () => true),
    beneficiary: bill.beneficiary,
    receipt: { sentences: SENTENCES, returnedLate: RETURNED_LATE, to: bill.receiptTo },
    outcome: 'delivered',
    plural: bill.plural,
    paidBy: () => 'wallet',
    needsStepUp: null,
    changesBpcs: false,
    successAlert: 'order-completed',
    readPublicExtras: async () => NO_PUBLIC_EXTRAS,
    bookedKobo: ({ costKobo }) => costKobo,
    takenAgainKobo: ({ totalKobo }) => totalKobo,
    isRefundable: false,
    services: bill.services ?? {},
    extraKobo: (prices, list, of) => -discountKobo(prices, { ...of, product: bill.kind, list }),
  }
}

/**
 * The discount on a payment, kobo. At most its commission: where the provider's charge is known, that is our margin.
 */
function discountKobo(
  prices: PriceList,
  { product, list, amountKobo, service, costKobo }: Priced & { product: BillKind; list: PriceListName },
): bigint {
  if (costKobo === null) return priceOf(prices, { product, service, amountKobo, list }).discountKobo
  const wished = shareRoundedDown(amountKobo, prices.discounts[product][list])
  const commission = amountKobo - costKobo
  return wished < commission ? wished : commission
}
