import { z } from 'zod'
import { FREEZE_HEADINGS } from '#contract/freezes.ts'
import { signedBody } from './session.ts'

/** `POST /api/admin/freezes/options`: one customer, by their email or id. The use case bounds the reason. */
export const freezeCustomerBody = z.strictObject({
  whose: z.string().min(1).max(320),
  heading: z.enum(FREEZE_HEADINGS),
  reason: z.string().max(1_000),
})
export type FreezeCustomerBody = z.infer<typeof freezeCustomerBody>
export const signedFreezeCustomerBody = freezeCustomerBody.extend(signedBody.shape)
