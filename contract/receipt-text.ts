import { formatNaira } from './money.ts'
import type { PublicReceipt } from './receipts.ts'
import { formatMoment } from './time.ts'
import type { TransactionStatus } from './transactions.ts'

/** Shown on every form of a receipt: page, picture and PDF. */
export const NOT_PROOF = 'A receipt is not proof of credit. Check your own account.'

export const STATUS_WORDS = {
  completed: 'Completed',
  pending: 'Pending',
  failed: 'Failed',
  reversed: 'Reversed',
} as const satisfies Record<TransactionStatus, string>

/** Codes are read in groups of this many characters. */
const CODE_GROUP = 6

export type ReceiptLine = { readonly label: string; readonly value: string }

/** What it cost, fee and duty included. What failed cost nothing. */
const PAID_WORDS = { completed: 'Total paid', pending: 'Amount reserved', reversed: 'Paid, then given back' } as const

/** The lines below amount and status, in their order. */
export function receiptLines(receipt: PublicReceipt): readonly ReceiptLine[] {
  const { from, to, place, paidKobo, status } = receipt
  return [
    ...(from === null ? [] : [{ label: 'From', value: from }]),
    ...(to === null ? [] : [{ label: 'To', value: to }]),
    ...(place === null ? [] : [place]),
    ...(paidKobo === null || status === 'failed'
      ? []
      : [{ label: PAID_WORDS[status], value: formatNaira(BigInt(paidKobo)) }]),
    { label: 'Date', value: formatMoment(receipt.createdAt) },
    { label: 'Reference', value: receipt.reference },
    { label: 'Receipt', value: groupCode(receipt.code) },
  ]
}

/** `k3m8xq 7wz0pt …`: easier to read out; a page takes it with and without the spaces. */
export function groupCode(code: string): string {
  return code.replace(new RegExp(`(.{${CODE_GROUP}})(?=.)`, 'g'), '$1 ')
}
