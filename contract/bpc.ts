import { z } from 'zod'
import { orderKind } from './kinds/kinds.ts'
import { koboText } from './wire.ts'

/** `GET /api/bpc`: the codes this user holds. Needs a session unlocked within the last minutes. */
export const bpcAnswer = z.object({
  codes: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      kind: z.enum(['starter', 'bought']),
      status: z.enum(['active', 'returned']),
      /** The purchase it came from; null for the starter code. */
      orderId: z.string().nullable(),
      createdAt: z.iso.datetime(),
      /** Deadline to return it for its full price; null if it cannot be returned (any more). */
      returnableUntil: z.iso.datetime().nullable(),
    }),
  ),
})
export type BpcAnswer = z.infer<typeof bpcAnswer>
export type BpcCode = BpcAnswer['codes'][number]

/** `GET /api/bpc/savings`: what a bought BPC would have saved on this user's last payments, at the prices in force. */
export const bpcSavingsAnswer = z.object({
  /** Days counted: fewer than BPC_SAVINGS_DAYS for a newer account. */
  days: z.int(),
  /** Kinds of payments a BPC would have made cheaper, largest saving first, with the number of each. */
  saved: z.array(z.object({ kind: orderKind.exclude(['bpc']), count: z.int(), savedKobo: koboText })),
})
export type BpcSavingsAnswer = z.infer<typeof bpcSavingsAnswer>

/** The account number issued for one BPC purchase. Only the provider ever issues one. */
export const payTo = z.object({
  accountNumber: z.string(),
  bank: z.string(),
  accountName: z.string(),
  amountKobo: z.string(),
  expiresAt: z.iso.datetime(),
})
export type PayTo = z.infer<typeof payTo>

/** Money received for a purchase that does not match it, and where it went. */
export const strayPayment = z.object({
  amountKobo: z.string(),
  /** `sent-back`: the provider gives it back to the sender. `wallet`: it is in the user's wallet. */
  went: z.enum(['wallet', 'sent-back']),
  why: z.enum(['less', 'more', 'second', 'late']),
  at: z.iso.datetime(),
})
export type StrayPayment = z.infer<typeof strayPayment>
