import { z } from 'zod'

/** `POST /api/admin/review-ends/options`: an order in manual review, its outcome, and what proves it. */
export const reviewEndBody = z.strictObject({
  order: z.string().max(60),
  outcome: z.enum(['paid', 'not-paid']),
  evidence: z.string().max(1_000),
})
export type ReviewEndBody = z.infer<typeof reviewEndBody>

/** `POST /api/admin/bpc-refunds/options`: the order of an unused BPC, and why it is refunded. */
export const refundBody = z.strictObject({ order: z.string().max(60), reason: z.string().max(1_000) })
export type RefundBody = z.infer<typeof refundBody>
