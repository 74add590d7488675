import { z } from 'zod'
import { TYPED_NUMBER_MAX_LENGTH } from './typed.ts'
import { koboText } from './wire.ts'

/** The four networks. 9mobile has been called T2 since 2025, but people still say 9Mobile. */
export const network = z.enum(['mtn', 'airtel', 'glo', '9mobile'])
export type Network = z.infer<typeof network>

export const meterType = z.enum(['prepaid', 'postpaid'])
export type MeterType = z.infer<typeof meterType>

/** `GET /api/networks` */
export const networksAnswer = z.object({
  networks: z.array(
    z.object({
      id: network,
      name: z.string(),
      /** Prefixes issued to it, such as `0803`: only a suggestion, because numbers can be ported. */
      prefixes: z.array(z.string()),
    }),
  ),
})
export type NetworksAnswer = z.infer<typeof networksAnswer>

/** Something with a fixed price in the provider's catalogue: a data bundle, a TV bouquet. */
export const plan = z.object({ id: z.string(), name: z.string(), amountKobo: koboText })
export type Plan = z.infer<typeof plan>

/** `GET /api/data-bundles?network=` */
export const bundlesQuery = z.strictObject({ network })
export const bundlesAnswer = z.object({ bundles: z.array(plan) })
export type BundlesAnswer = z.infer<typeof bundlesAnswer>

/** `GET /api/billers`: who can be paid, from the provider's catalogue. */
export const biller = z.object({ id: z.string(), name: z.string() })
export type Biller = z.infer<typeof biller>
export const billersAnswer = z.object({ electricity: z.array(biller), tv: z.array(biller) })
export type BillersAnswer = z.infer<typeof billersAnswer>

/** `GET /api/tv-plans?biller=` */
export const tvPlansQuery = z.strictObject({ biller: z.string().max(40) })
export const tvPlansAnswer = z.object({ plans: z.array(plan) })
export type TvPlansAnswer = z.infer<typeof tvPlansAnswer>

/** `POST /api/billers/resolve`: whose meter or smartcard it is, shown before anybody pays. */
export const resolveCustomerBody = z.strictObject({
  biller: z.string().max(40),
  customerNumber: z.string().max(TYPED_NUMBER_MAX_LENGTH),
  meterType: meterType.nullish(),
})
export const resolveCustomerAnswer = z.object({ customerName: z.string(), detail: z.string().nullable() })
export type ResolveCustomerAnswer = z.infer<typeof resolveCustomerAnswer>
