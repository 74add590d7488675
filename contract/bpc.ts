import { z } from 'zod'

/** `GET /api/bpc`: the codes this user holds. Needs a session unlocked within the last minutes. */
export const bpcAnswer = z.object({
  codes: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      kind: z.enum(['starter', 'bought']),
      status: z.enum(['active', 'returned']),
    }),
  ),
})
export type BpcAnswer = z.infer<typeof bpcAnswer>
