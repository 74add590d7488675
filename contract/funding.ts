import { z } from 'zod'
import { koboText } from './wire.ts'

/** `GET /api/funding-account`: the account number the payment provider issued for this user. */
export const fundingAccountAnswer = z.object({
  /**
   * `issuing`: the provider has not responded yet; the number appears once it has. `paused`: the provider that issued it is not in use
   * now, so nothing that comes in on it can be credited, and it is not shown.
   */
  status: z.enum(['issuing', 'ready', 'paused']),
  account: z.object({ accountNumber: z.string(), bankName: z.string(), accountName: z.string() }).nullable(),
  /** What arrived lately, newest first. */
  deposits: z.array(
    z.object({
      id: z.string(),
      amountKobo: koboText,
      senderName: z.string().nullable(),
      status: z.enum(['credited', 'under-review', 'taken-back']),
      at: z.iso.datetime(),
      transactionId: z.string().nullable(),
    }),
  ),
})
export type FundingAccountAnswer = z.infer<typeof fundingAccountAnswer>
