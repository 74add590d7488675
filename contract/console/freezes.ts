import { z } from 'zod'
import { type FreezeHeading, freezeHeading } from '#contract/freezes.ts'
import type { Role } from './permissions.ts'
import { signedBody } from './session.ts'

/** Why an operator freezes a customer's money out: which roles may give the reason, and its name in the console. */
export const FREEZE_REASONS = {
  wish: { roles: ['support', 'risk', 'manager'], name: 'The owner asked for it' },
  safety: { roles: ['risk', 'manager'], name: 'Protecting the account' },
  review: { roles: ['risk', 'manager'], name: 'Checking the account' },
} as const satisfies Readonly<Record<FreezeHeading, { readonly roles: readonly Role[]; readonly name: string }>>

export function mayFreezeFor(role: Role, heading: FreezeHeading): boolean {
  const roles: readonly Role[] = FREEZE_REASONS[heading].roles
  return roles.includes(role)
}

/** `POST /api/admin/freezes/options`: one customer, by their email or id. The use case bounds the reason. */
export const freezeCustomerBody = z.strictObject({
  whose: z.string().min(1).max(320),
  heading: freezeHeading,
  reason: z.string().max(1_000),
})
export type FreezeCustomerBody = z.infer<typeof freezeCustomerBody>
export const signedFreezeCustomerBody = freezeCustomerBody.extend(signedBody.shape)

/** `POST /api/admin/unfreezings/options` */
export const unfreezeCustomerBody = z.strictObject({ whose: z.string().min(1).max(320), reason: z.string().max(1_000) })
export type UnfreezeCustomerBody = z.infer<typeof unfreezeCustomerBody>

/** `POST /api/admin/sessions/end-all/options` */
export const endAllSessionsBody = z.strictObject({ reason: z.string().max(1_000) })
export type EndAllSessionsBody = z.infer<typeof endAllSessionsBody>
