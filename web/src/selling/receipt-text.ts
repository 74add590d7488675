import { SANDBOX_BANNER } from '#contract/constants.ts'
import { formatNaira } from '#contract/money.ts'
import { formatPhone } from '#contract/phones.ts'
import type { Receipt } from '#contract/selling.ts'
import { formatMoment } from '#contract/time.ts'
import { STATUSES } from '#web/ui/status-chip.tsx'

export type ReceiptLine = { readonly label: string; readonly value: string }

/** A receipt, line by line. It does not know the seller's cost. */
export function receiptLines(receipt: Receipt): readonly ReceiptLine[] {
  return [
    { label: 'Sold by', value: receipt.sellerName },
    ...(receipt.customerName === null ? [] : [{ label: 'For', value: receipt.customerName }]),
    { label: 'Product', value: receipt.what },
    { label: 'Number', value: formatPhone(receipt.phone) },
    { label: 'Price', value: formatNaira(BigInt(receipt.priceKobo)) },
    { label: 'Time', value: formatMoment(receipt.createdAt) },
    { label: 'Status', value: STATUSES[receipt.status].word },
    { label: 'Receipt', value: receipt.orderId },
  ]
}

/** The receipt as text, to be sent in a message. */
export function receiptText(receipt: Receipt, sandbox: boolean): string {
  return [
    ...(sandbox ? [SANDBOX_BANNER] : []),
    ...receiptLines(receipt).map(({ label, value }) => `${label}: ${value}`),
    receipt.sentence,
  ].join('\n')
}
