import { PURCHASES, SECOND_ATTEMPTS, STEPS, WITHDRAWALS } from './engine-tests.ts'
import { mutantsOf } from './mutant.ts'

const DECISIONS = [...STEPS, ['server/payments/orders/machine.test.ts'], ...WITHDRAWALS, ...PURCHASES]
const SCHEDULE = [
  ['server/payments/orders/proving/schedule.test.ts'],
  ['server/payments/orders/orders-doc.test.ts', 'server/payments/orders/machine.test.ts'],
  ...WITHDRAWALS,
]

/** The worker's decisions and their times. */
export const deciding = [
  ...mutantsOf('server/payments/orders/proving/decisions.ts', DECISIONS, [
    ['a refusal of a repeated request releases', 'return order.sendCount - order.earlierSends === 1', 'return true'],
    [
      'a refusal under the second reference proves nothing',
      'return order.sendCount - order.earlierSends === 1',
      'return order.sendCount === 1',
    ],
    [
      'a refusal releases without a look',
      "return isFirstRequest(order) && finding.event === 'not-found'",
      'return isFirstRequest(order)',
    ],
    [
      'an order that was never sent is asked for',
      "order.sendCount === 0 || (order.state === 'returned'",
      "false || (order.state === 'returned'",
    ],
    ['a returned order is asked for', "(order.state === 'returned' && order.earlierSends === 0)", 'false'],
    [
      'an order returned under one reference is not asked for under the other',
      "order.state === 'returned' && order.earlierSends === 0",
      "order.state === 'returned'",
    ],
    [
      'an order that the provider has is sent again',
      "order.state === 'unknown' && order.sendCount < SEND_MAX && (endsAt",
      'order.sendCount < SEND_MAX && (endsAt',
    ],
    ['it is sent without end', 'order.sendCount < SEND_MAX && (endsAt', '(endsAt'],
    ['it is sent again under a reference that is over', ' && (endsAt === null || now < endsAt)', ''],
    ['not found is sent again at once', ' && order.notFoundCount >= RESEND_CHECKS_MIN', ''],
    ['not found is sent again before half an hour', 'from !== null && now >= from', 'from !== null'],
    [
      'a mismatch is believed',
      "if (finding.event !== 'no-answer') return finding.event",
      "if (finding.event !== 'no-answer') return finding.event === 'mismatch' ? 'paid' : finding.event",
    ],
    [
      'no manual review after a day',
      "if (inconclusive && overdueFrom !== null && now >= overdueFrom) return 'overdue'",
      '',
    ],
    ['a proof after a day goes to a person', 'if (inconclusive && overdueFrom', 'if (overdueFrom'],
    ['a request without an answer stays in flight', "order.state === 'in_flight' ? 'unanswered' : null", 'null'],
  ]),
  ...mutantsOf('server/payments/orders/proving/decisions.ts', SECOND_ATTEMPTS, [
    ['no answer is an absence', "if (event !== 'not-found' || endsAt", 'if (endsAt'],
    [
      'a clock far from the provider’s proves',
      'if (Math.abs(now.getTime() - saidAt.getTime()) > CLOCKS_APART_MAX_MS) return false\n',
      '',
    ],
    [
      'our own clock says that a reference is over',
      'return isOverForLong(endsAt, saidAt)',
      'return isOverForLong(endsAt, now)',
    ],
    ['a reference is over with its day', 'after(endsAt, LATE_ARRIVAL_MAX_MS + CLOCKS_APART_MAX_MS)', 'endsAt'],
    [
      'a late arrival does not count',
      'after(endsAt, LATE_ARRIVAL_MAX_MS + CLOCKS_APART_MAX_MS)',
      'after(endsAt, CLOCKS_APART_MAX_MS)',
    ],
    [
      'clocks that disagree do not count',
      'after(endsAt, LATE_ARRIVAL_MAX_MS + CLOCKS_APART_MAX_MS)',
      'after(endsAt, LATE_ARRIVAL_MAX_MS)',
    ],
    ['looks in one second prove', 'if (last !== undefined &&', 'if (false &&'],
    [
      'an order under way at the provider is counted as absent',
      "if (order.state !== 'unknown' || order.earlierSends > 0) return false\n",
      '',
    ],
    ['one look proves', ' && order.absentAt.length >= ABSENCES_MIN', ''],
    [
      'earlier looks prove without a last one',
      'order.absentAt.length >= ABSENCES_MIN && isAbsence(said, endsAt, now)',
      'order.absentAt.length >= ABSENCES_MIN',
    ],
    ['it is sent under a third reference', 'order.earlierSends === 0 && !order', '!order'],
    ['a restored order is sent under another reference', ' && !order.maybeElsewhere\n', '\n'],
    [
      'it is sent again after a day',
      "order.state === 'unknown' && order.sendCount < SEND_MAX && order.earlierSends",
      'order.sendCount < SEND_MAX && order.earlierSends',
    ],
    [
      'it is sent under new references without end',
      'order.sendCount < SEND_MAX && order.earlierSends',
      'order.earlierSends',
    ],
    ['the proof of an earlier reference is ignored', 'const decides = deciding ?? current', 'const decides = current'],
    ['no answer about one reference gives back', ", 'no-answer'] as const", '] as const'],
    ['no alarm if the provider has it twice', 'there.length > 1', 'there.length > 2'],
    [
      'it settles from a reference that is not stored',
      "finding.event === 'paid' && reference !== order.reference",
      'false',
    ],
  ]),
  ...mutantsOf('server/payments/orders/proving/schedule.ts', SECOND_ATTEMPTS, [
    ['a request is late for a minute at most', 'LATE_ARRIVAL_MAX_MS = HOUR', 'LATE_ARRIVAL_MAX_MS = MINUTE'],
    ['clocks may be a day apart', 'CLOCKS_APART_MAX_MS = 5 * MINUTE', 'CLOCKS_APART_MAX_MS = 24 * HOUR'],
    ['two looks prove', 'ABSENCES_MIN = 3', 'ABSENCES_MIN = 2'],
    ['looks are a minute apart', 'ABSENCES_APART_MS = 10 * MINUTE', 'ABSENCES_APART_MS = MINUTE'],
  ]),
  ...mutantsOf('server/payments/orders/proving/schedule.ts', SCHEDULE, [
    ['a person is called an hour later', 'ORDER_REVIEW_AFTER_MS = 24 * HOUR', 'ORDER_REVIEW_AFTER_MS = 25 * HOUR'],
    ['the same request goes out after a minute', 'RESEND_AFTER_MS = 30 * MINUTE', 'RESEND_AFTER_MS = MINUTE'],
    ['one look is enough to send again', 'RESEND_CHECKS_MIN = 3', 'RESEND_CHECKS_MIN = 1'],
    ['it is sent a fourth time', 'SEND_MAX = 3', 'SEND_MAX = 4'],
    [
      'a day has a look every two minutes',
      'untilAgeMs: ORDER_REVIEW_AFTER_MS, everyMs: MINUTE',
      'untilAgeMs: ORDER_REVIEW_AFTER_MS, everyMs: 2 * MINUTE',
    ],
    ['after a day there is a look each minute', '?? CHECK_EVERY_LATER_MS', '?? MINUTE'],
    ['a crowd is asked about as often as one', 'Math.max(everyMs, crowdMs)', 'everyMs'],
    ['a crowd delays the young', 'ageMs < CROWDED_AFTER_MS ? 0 : ', ''],
    [
      'a crowd delays without end',
      'Math.min(CHECK_AT_LEAST_EVERY_MS, waiting * CHECK_OF_A_CROWD_MS)',
      'waiting * CHECK_OF_A_CROWD_MS',
    ],
    [
      'no order is checked again later',
      'if (next !== undefined) return new Date(resolvedAt + next)',
      'if (next !== undefined) return null',
    ],
    ['later checks end after a day', '24 * HOUR, 72 * HOUR] as const', '24 * HOUR] as const'],
    ['a later check comes at once', 'resolvedAt + afterMs > now.getTime()', 'resolvedAt + afterMs > 0'],
    ['operators hear after an hour', 'afterMs: 15 * MINUTE', 'afterMs: 60 * MINUTE'],
  ]),
]
