import { z } from 'zod'
import { TYPED_NUMBER_MAX_LENGTH } from './typed.ts'

export const bank = z.object({
  code: z.string(),
  name: z.string(),
  open: z.boolean(),
  /** Why a closed bank cannot be chosen. */
  reason: z.string().optional(),
})
export type Bank = z.infer<typeof bank>

/** `GET /api/banks` */
export const banksAnswer = z.object({ banks: z.array(bank) })
export type BanksAnswer = z.infer<typeof banksAnswer>

/** `POST /api/banks/resolve`: who the bank says this account belongs to. */
export const resolveBody = z.strictObject({
  bankCode: z.string().max(20),
  accountNumber: z.string().max(TYPED_NUMBER_MAX_LENGTH),
})
export type ResolveBody = z.infer<typeof resolveBody>
export const resolveAnswer = z.object({ accountName: z.string() })
export type ResolveAnswer = z.infer<typeof resolveAnswer>
