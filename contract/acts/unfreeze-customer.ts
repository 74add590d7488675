import type { ActFacts, BodyOf } from './act.ts'

/** Lifts a freeze that an operator made. `whose`: the email or id of the customer. */
export const UNFREEZE_CUSTOMER = {
  name: 'unfreeze-customer',
  makers: ['support', 'risk', 'manager'],
  checkers: ['risk', 'manager'],
  doneText: 'Customer’s freeze lifted',
  requestedText: 'Asked to lift a customer’s freeze',
  path: '/api/admin/unfreezings',
  asks: { whose: { min: 1, max: 320 }, reason: { max: 1_000 } },
} as const satisfies ActFacts
export type UnfreezeCustomerBody = BodyOf<typeof UNFREEZE_CUSTOMER.asks>
