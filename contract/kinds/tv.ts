import { z } from 'zod'
import { bpcCode, uncheckedId, uncheckedNumber } from './fields.ts'

export const tv = {
  quoteBody: z.strictObject({
    kind: z.literal('tv'),
    biller: uncheckedId,
    smartcardNumber: uncheckedNumber,
    planId: uncheckedId,
    phone: uncheckedNumber,
    bpcCode,
  }),
  recipient: z.object({
    biller: z.string(),
    billerName: z.string(),
    customerName: z.string(),
    smartcardNumber: z.string(),
    planId: z.string(),
    planName: z.string(),
    phone: z.string(),
  }),
  service: { id: 'biller', name: 'billerName' },
} as const
