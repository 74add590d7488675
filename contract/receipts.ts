import { z } from 'zod'
import { transactionKind, transactionStatus } from './transactions.ts'
import { koboText } from './wire.ts'

/** `POST /api/transactions/:id/receipt`. `showsNames` switches full names on or off. */
export const receiptBody = z.strictObject({ showsNames: z.boolean().optional() }).nullish()

/** Its answer: 201, or 200 with the same code when there is one already. */
export const receiptAddress = z.object({
  code: z.string(),
  /** The public page with its status. */
  url: z.string(),
  /** Whether it shows full names; null if this user cannot decide that, such as for a deposit. */
  showsNames: z.boolean().nullable(),
})
export type ReceiptAddress = z.infer<typeof receiptAddress>

/**
 * `GET /api/receipts/:code`: what everybody may know who was given the code. Names are down to their first letters unless
 * the sender shows them, numbers to their last four digits.
 */
export const publicReceipt = z.object({
  code: z.string(),
  url: z.string(),
  mode: z.enum(['sandbox', 'live']),
  brand: z.string(),
  kind: transactionKind,
  /** "Bank Transfer", "MTN Airtime" … */
  title: z.string(),
  /** What was sent, bought or received: never negative. */
  amountKobo: koboText,
  /** What it cost in all, with fee and duty and less the discount. Null where that is nobody's business: money in, and what is sold on. */
  paidKobo: koboText.nullable(),
  /** Its status at `at`, as a word and as a sentence. */
  status: transactionStatus,
  sentence: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The account, phone, meter or smartcard it went to. */
  place: z.object({ label: z.string(), value: z.string() }).nullable(),
  /** For support: at the provider, or of the line itself. */
  reference: z.string(),
  createdAt: z.iso.datetime(),
  at: z.iso.datetime(),
})
export type PublicReceipt = z.infer<typeof publicReceipt>
