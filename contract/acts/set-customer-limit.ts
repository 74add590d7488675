import type { ActFacts, BodyOf } from './act.ts'

/** Lowers the daily limit of one customer, or ends that limit. `daily`: naira as typed, or `none` to end the limit. */
export const SET_CUSTOMER_LIMIT = {
  name: 'set-customer-limit',
  makers: ['risk', 'manager'],
  checkers: ['risk', 'manager'],
  doneText: 'Limit of a customer changed',
  requestedText: 'Asked to change the limit of a customer',
  path: '/api/admin/customer-limits',
  asks: { customer: { max: 60 }, daily: { max: 20 }, reason: { max: 1_000 } },
} as const satisfies ActFacts
export type CustomerLimitBody = BodyOf<typeof SET_CUSTOMER_LIMIT.asks>
