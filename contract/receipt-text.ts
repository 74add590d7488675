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

/** `isReference`: shown in groups, and copied without spaces where possible. */
export type ReceiptLine = { readonly label: string; readonly value: string; readonly isReference?: boolean }

/** The total, fee and duty included. A failed payment cost nothing. */
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
    { label: 'Reference', value: receipt.reference, isReference: true },
    { label: 'Receipt', value: groupCode(receipt.code) },
  ]
}

const REFERENCE_GROUP = 4

/** The groups a reference is read in: `2026 1124 1403 …`. */
export function groupsOf(reference: string): readonly string[] {
  return reference.match(new RegExp(`.{1,${REFERENCE_GROUP}}`, 'gu')) ?? []
}

/** The value of a line as a picture or a PDF has it. */
export function shownValue({ value, isReference = false }: ReceiptLine): string {
  return isReference ? groupsOf(value).join(' ') : value
}

/** `k3m8xq 7wz0pt …`: easier to read out; a page takes it with and without the spaces. */
export function groupCode(code: string): string {
  return code.replace(new RegExp(`(.{${CODE_GROUP}})(?=.)`, 'g'), '$1 ')
}
