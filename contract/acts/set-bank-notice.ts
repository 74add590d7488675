import { ROLES } from '#contract/console/roles.ts'
import type { ActFacts, BodyOf } from './act.ts'

/** Puts up a notice about a bank. `from`: day and time in Lagos; empty: as soon as it is confirmed. */
export const SET_BANK_NOTICE = {
  name: 'set-bank-notice',
  // It moves no money but speaks to customers, so any second operator reads it first.
  makers: ['risk', 'manager'],
  checkers: ROLES,
  doneText: 'Bank notice put up',
  requestedText: 'Asked to put up a bank notice',
  path: '/api/admin/bank-notices',
  asks: { bank: { max: 2_000 }, meaning: { max: 2_000 }, source: { max: 2_000 }, hours: { max: 5 }, from: { max: 20 } },
  isDated: true,
} as const satisfies ActFacts
export type NoticeBody = BodyOf<typeof SET_BANK_NOTICE.asks>
