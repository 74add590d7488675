import { z } from 'zod'
import { network } from '#contract/purchases.ts'
import { uncheckedKobo } from '#contract/wire.ts'
import { bpcCode, saleBody, uncheckedNumber } from './fields.ts'

export const airtime = {
  quoteBody: z.strictObject({
    kind: z.literal('airtime'),
    network: z.string().max(20),
    phone: uncheckedNumber,
    amountKobo: uncheckedKobo,
    bpcCode,
    sale: saleBody.nullish(),
  }),
  recipient: z.object({ network, networkName: z.string(), phone: z.string() }),
  service: { id: 'network', name: 'networkName' },
} as const
