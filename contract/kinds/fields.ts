import { z } from 'zod'
import { TYPED_NUMBER_MAX_LENGTH } from '#contract/typed.ts'
import { uncheckedKobo } from '#contract/wire.ts'

/** Bounds only: what a code, a number or a bank must be is decided with its own message. */
export const bpcCode = z.string().max(40).nullish()
export const uncheckedNumber = z.string().max(TYPED_NUMBER_MAX_LENGTH)
export const uncheckedId = z.string().max(80)

/** For a purchase that is sold on: to whom, and for how much. Nobody but the seller and their customer sees it. */
export const saleBody = z.strictObject({
  customerName: z.string().max(200).nullish(),
  customerId: uncheckedId.nullish(),
  priceKobo: uncheckedKobo,
})
export type SaleBody = z.infer<typeof saleBody>
