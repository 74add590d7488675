import { z } from 'zod'
import { koboText } from '#contract/wire.ts'

/** The limit that operators set for one customer. */
export const customerLimit = z.object({
  dailyKobo: koboText,
  reason: z.string(),
  setAt: z.iso.datetime(),
  /** Both operators in one line. */
  setBy: z.string(),
  /** Whether it is below everybody's limit now. */
  binds: z.boolean(),
})

/** `POST /api/admin/customer-limits/options`. `daily`: naira as typed, or `none` to end the limit. */
export const customerLimitBody = z.strictObject({
  customer: z.string().max(60),
  daily: z.string().max(20),
  reason: z.string().max(1_000),
})
export type CustomerLimitBody = z.infer<typeof customerLimitBody>
