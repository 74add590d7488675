import type { ActFacts } from './act.ts'

/** Refunds an unused BPC that its owner can no longer return. */
export const REFUND_BPC = {
  name: 'refund-bpc',
  // Support hears from the customer; a role that oversees money confirms.
  makers: ['support', 'finance', 'manager'],
  checkers: ['finance', 'risk', 'manager'],
  doneText: 'BPC refunded',
  requestedText: 'Asked to refund a BPC',
  path: '/api/admin/bpc-refunds',
  asks: { order: { max: 60 }, reason: { max: 1_000 } },
} as const satisfies ActFacts
