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
