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

/** `POST /api/admin/unfreezings/options` */
export const unfreezeCustomerBody = z.strictObject({ whose: z.string().min(1).max(320), reason: z.string().max(1_000) })
export type UnfreezeCustomerBody = z.infer<typeof unfreezeCustomerBody>

/** `POST /api/admin/sessions/end-all/options` */
export const endAllSessionsBody = z.strictObject({ reason: z.string().max(1_000) })
export type EndAllSessionsBody = z.infer<typeof endAllSessionsBody>
