import { z } from 'zod'
import { TYPED_NUMBER_MAX_LENGTH } from '#contract/typed.ts'
import { uncheckedKobo } from '#contract/wire.ts'

/** Bounds only: the use case checks codes, numbers and banks, each with its own message. */
export const bpcCode = z.string().max(40).nullish()
export const uncheckedNumber = z.string().max(TYPED_NUMBER_MAX_LENGTH)
export const uncheckedId = z.string().max(80)

/** For a resold purchase: the customer and the price. Only the seller and that customer see them. */
export const saleBody = z.strictObject({
  customerName: z.string().max(200).nullish(),
  customerId: uncheckedId.nullish(),
  priceKobo: uncheckedKobo,
})
export type SaleBody = z.infer<typeof saleBody>
