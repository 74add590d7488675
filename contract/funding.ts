import { z } from 'zod'
import { TYPED_NUMBER_MAX_LENGTH } from './typed.ts'
import { koboText } from './wire.ts'

/** `GET /api/funding-account`: the account number the payment provider issued for this user. */
export const fundingAccountAnswer = z.object({
  /**
   * `not-asked`: requested once the person gives a phone number. `issuing`: the provider has not responded yet.
   * `refused`: see `refusedFor`. `paused`: the provider that issued the number is not in use, so money paid in cannot
   * be credited and the number is hidden.
   */
  status: z.enum(['not-asked', 'issuing', 'refused', 'ready', 'paused']),
  /** `phone`: another phone number may help. `us`: only our team can fix it; it is asked for again automatically. */
  refusedFor: z.enum(['phone', 'us']).nullable(),
  /** The person's phone number to prefill the form, eleven digits; null: none. SMS alerts go to it too. */
  phone: z.string().nullable(),
  account: z.object({ accountNumber: z.string(), bankName: z.string(), accountName: z.string() }).nullable(),
  /** Recent deposits, newest first. */
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
/**
 * `POST /api/funding-account`: asks for an account number, or asks again after a refusal. The first request needs a
 * phone number; later ones may leave it out. Responds with the account. If there is an account number already, nothing
 * changes.
 */
export const askForAccountBody = z.strictObject({ phone: z.string().max(TYPED_NUMBER_MAX_LENGTH).optional() })
export type AskForAccountBody = z.infer<typeof askForAccountBody>
export type FundingAccountAnswer = z.infer<typeof fundingAccountAnswer>
