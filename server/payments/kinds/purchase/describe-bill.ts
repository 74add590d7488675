import type { BillKind } from '#contract/kinds/kinds.ts'
import type { BillDescriptor, BillParts } from './bill-parts.ts'
import { explain, movements, RETURNED_LATE, SENTENCES, STEP_TITLES } from './purchase.ts'
import { purchaseExecutor } from './purchase-executor.ts'
import { quotePurchase } from './quote-purchase.ts'

/** A kind of bill from its own parts and what all of them share. */
export function describeBill<Kind extends BillKind>(bill: BillParts<Kind>): BillDescriptor<Kind> {
  return {
    bill,
    quote: (request, body) => quotePurchase(bill, request, body),
    recipientKey: bill.recipientKey,
    line: ({ recipient }) => bill.line(recipient),
    movements,
    explain: (order) => explain(order, bill.seller(order.recipient)),
    stepTitle: (state) => STEP_TITLES[state],
    executor: purchaseExecutor(bill),
    givenWithProof: bill.givenWithProof ?? (() => null),
    isHandedOver: bill.isHandedOver ?? (async () => true),
    beneficiary: bill.beneficiary,
    receipt: { sentences: SENTENCES, returnedLate: RETURNED_LATE, to: bill.receiptTo },
    statementWords: bill.statementWords,
  }
}
