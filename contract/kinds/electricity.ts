import { z } from 'zod'
import { meterType } from '#contract/purchases.ts'
import { uncheckedKobo } from '#contract/wire.ts'
import { bpcCode, uncheckedId, uncheckedNumber } from './fields.ts'

export const electricity = {
  quoteBody: z.strictObject({
    kind: z.literal('electricity'),
    biller: uncheckedId,
    meterNumber: uncheckedNumber,
    meterType: z.string().max(20),
    phone: uncheckedNumber,
    amountKobo: uncheckedKobo,
    bpcCode,
  }),
  recipient: z.object({
    biller: z.string(),
    billerName: z.string(),
    customerName: z.string(),
    meterNumber: z.string(),
    meterType,
    phone: z.string(),
  }),
  service: { id: 'biller', name: 'billerName' },
} as const
