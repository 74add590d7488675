import { z } from 'zod'

const payWith = z.enum(['transfer', 'wallet'])

export const bpc = {
  quoteBody: z.strictObject({
    kind: z.literal('bpc'),
    fullName: z.string().max(200),
    email: z.string().max(508),
    payWith,
  }),
  recipient: z.object({ fullName: z.string(), email: z.string(), payWith }),
  service: null,
} as const
