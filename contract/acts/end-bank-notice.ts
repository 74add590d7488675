import { ROLES } from '#contract/console/roles.ts'
import type { ActFacts, BodyOf } from './act.ts'

/** Takes down a notice about a bank. */
export const END_BANK_NOTICE = {
  name: 'end-bank-notice',
  makers: ['risk', 'manager'],
  checkers: ROLES,
  doneText: 'Bank notice taken down',
  requestedText: 'Asked to take down a bank notice',
  path: '/api/admin/bank-notice-ends',
  asks: { notice: { max: 60 } },
  isDated: true,
} as const satisfies ActFacts
export type NoticeEndBody = BodyOf<typeof END_BANK_NOTICE.asks>
