import { z } from 'zod'

/** `POST /api/admin/credits/options`: a deposit that is set aside, its owner, and the proof. */
export const creditBody = z.strictObject({
  deposit: z.string().max(60),
  customer: z.string().max(60),
  proof: z.string().max(1_000),
})
export type CreditBody = z.infer<typeof creditBody>
