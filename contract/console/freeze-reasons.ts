import type { FreezeHeading } from '#contract/freezes.ts'
import type { Role } from './roles.ts'

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
