import type { ActFacts } from './act.ts'

/** Credits a deposit that is set aside. */
export const CREDIT_DEPOSIT = {
  name: 'credit-deposit',
  makers: ['finance', 'manager'],
  checkers: ['finance', 'risk', 'manager'],
  doneText: 'Deposit credited',
  requestedText: 'Asked to credit a deposit',
  path: '/api/admin/credits',
  asks: { deposit: { max: 60 }, customer: { max: 60 }, proof: { max: 1_000 } },
} as const satisfies ActFacts
