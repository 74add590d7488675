import type { Role } from './roles.ts'

/** Why an operator opens a customer's personal data: which roles may give the reason, and what the customer reads. */
export const REASONS = {
  help: { roles: ['support', 'manager'], name: 'You asked us for help' },
  payment: { roles: ['support', 'finance', 'risk', 'manager'], name: 'Checking a payment' },
  books: { roles: ['finance', 'manager'], name: 'Checking our books' },
  security: { roles: ['support', 'risk', 'manager'], name: 'Protecting your account' },
  review: { roles: ['manager'], name: 'Checking our own work' },
  investigation: { roles: ['risk'], name: 'An investigation' },
} as const satisfies Readonly<Record<string, { readonly roles: readonly Role[]; readonly name: string }>>

export type ReasonHeading = keyof typeof REASONS

/** In the order in which they are offered. */
export const REASON_HEADINGS = [
  'help',
  'payment',
  'books',
  'security',
  'review',
  'investigation',
] as const satisfies readonly ReasonHeading[]

/** The reason that may be kept from the customer, where the law forbids telling them. */
export const WITHHELD_REASON = 'investigation' satisfies ReasonHeading

/** A case's tracking number, or words. */
export const REASON_WORDS_MIN_LENGTH = 5
export const REASON_WORDS_MAX_LENGTH = 200

/** How long a reason opens one customer, in the session in which it was given. */
export const CUSTOMER_OPEN_MS = 15 * 60_000
/** How many looks a customer sees under Security. */
export const LOOKS_SHOWN_MAX = 50

export function mayGiveReason(role: Role, heading: ReasonHeading): boolean {
  const roles: readonly Role[] = REASONS[heading].roles
  return roles.includes(role)
}
