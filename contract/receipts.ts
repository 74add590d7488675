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
 * `GET /api/receipts/:code`: what anyone with the code may know. Names are cut to their first letters unless the sender
 * shows them, numbers to their last four digits.
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
  /** The total with fee and duty, less the discount. Null where it is private: money in, and resold purchases. */
  paidKobo: koboText.nullable(),
  /** Its status at `at`, as a word and as a sentence. */
  status: transactionStatus,
  sentence: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The account, phone, meter or smartcard it went to. */
  place: z.object({ label: z.string(), value: z.string() }).nullable(),
  /** For support: our reference at the provider, or that of the history line. */
  reference: z.string(),
  createdAt: z.iso.datetime(),
  at: z.iso.datetime(),
})
export type PublicReceipt = z.infer<typeof publicReceipt>
