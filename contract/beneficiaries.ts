import { z } from 'zod'
import { meterType, network } from './purchases.ts'

/** Saved recipients per user. A new one replaces the least recently used. */
export const BENEFICIARIES_MAX = 200

export const beneficiaryKind = z.enum(['bank', 'phone', 'meter', 'smartcard'])
export type BeneficiaryKind = z.infer<typeof beneficiaryKind>

/** Stored details of a recipient. Names are the provider's latest; every payment asks the provider again. */
export const beneficiaryDetails = {
  bank: z.object({
    accountNumber: z.string(),
    accountName: z.string(),
    bankCode: z.string(),
    bankName: z.string(),
  }),
  phone: z.object({ phone: z.string(), network, networkName: z.string() }),
  meter: z.object({
    biller: z.string(),
    billerName: z.string(),
    meterNumber: z.string(),
    meterType,
    customerName: z.string(),
  }),
  smartcard: z.object({
    biller: z.string(),
    billerName: z.string(),
    smartcardNumber: z.string(),
    customerName: z.string(),
  }),
} as const
export type BeneficiaryDetails<Kind extends BeneficiaryKind> = z.infer<(typeof beneficiaryDetails)[Kind]>

const beneficiaryOf = <Kind extends BeneficiaryKind>(kind: Kind) =>
  z.object({
    id: z.string(),
    /** The owner's name for a phone number; null if unset, and for recipients that have a name of their own. */
    name: z.string().nullable(),
    kind: z.literal(kind),
    details: beneficiaryDetails[kind],
    lastUsedAt: z.iso.datetime(),
  })
export const beneficiary = z.discriminatedUnion('kind', [
  beneficiaryOf('bank'),
  beneficiaryOf('phone'),
  beneficiaryOf('meter'),
  beneficiaryOf('smartcard'),
])
export type Beneficiary = z.infer<typeof beneficiary>
export type BeneficiaryOf<Kind extends BeneficiaryKind> = Extract<Beneficiary, { kind: Kind }>

/** `GET /api/beneficiaries?kind=`: last used first. */
export const beneficiariesQuery = z.strictObject({ kind: beneficiaryKind.optional() })
export const beneficiariesAnswer = z.object({ beneficiaries: z.array(beneficiary) })
export type BeneficiariesAnswer = z.infer<typeof beneficiariesAnswer>

/** `PATCH /api/beneficiaries/:id`: names a phone number; null or only spaces removes the name. */
export const beneficiaryChanges = z.strictObject({ name: z.string().max(200).nullable() })
export type BeneficiaryChanges = z.infer<typeof beneficiaryChanges>
export const beneficiaryAnswer = z.object({ beneficiary })
