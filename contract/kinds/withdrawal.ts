import { z } from 'zod'
import { uncheckedKobo } from '#contract/wire.ts'
import { bpcCode, uncheckedNumber } from './fields.ts'

export const withdrawal = {
  quoteBody: z.strictObject({
    kind: z.literal('withdrawal'),
    bankCode: z.string().max(20),
    accountNumber: uncheckedNumber,
    amountKobo: uncheckedKobo,
    bpcCode,
  }),
  recipient: z.object({
    accountName: z.string(),
    accountNumber: z.string(),
    bankCode: z.string(),
    bankName: z.string(),
  }),
  service: { id: 'bankCode', name: 'bankName' },
} as const
