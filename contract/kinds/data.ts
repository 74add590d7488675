import { z } from 'zod'
import { network } from '#contract/purchases.ts'
import { bpcCode, saleBody, uncheckedId, uncheckedNumber } from './fields.ts'

export const data = {
  quoteBody: z.strictObject({
    kind: z.literal('data'),
    network: z.string().max(20),
    phone: uncheckedNumber,
    bundleId: uncheckedId,
    bpcCode,
    sale: saleBody.nullish(),
  }),
  recipient: z.object({
    network,
    networkName: z.string(),
    phone: z.string(),
    bundleId: z.string(),
    bundleName: z.string(),
  }),
  service: { id: 'network', name: 'networkName' },
} as const
