import { mutantsOf } from './mutant.ts'

const LISTS = [['server/selling/list-alert.test.ts']]
const LATE = [['server/payments/orders/proving/late-orders.test.ts']]
const RETURNS = [['server/payments/bpc/return-alert.test.ts']]
const ROUNDS = [['server/alerts/alert-round.test.ts']]
const STATEMENTS = [['server/activity/statements/statement-alerts.test.ts']]
const NOTICES = [['server/installation/notice-alerts.test.ts']]

/** What alerts people to what time or several facts make. */
export const timedAlerts = [
  ...mutantsOf('server/selling/list-alert.ts', LISTS, [
    ['a summary while a sale is open', ' || counted.open > 0', ''],
    ['a cancelled sale counts as failed', "where state = 'released' and not cancelled", "where state = 'released'"],
  ]),
  ...mutantsOf('server/payments/orders/order-alerts.ts', LISTS, [
    [
      'every sale of a list is an alert of its own',
      'if (order.batchId !== null && (',
      'if (order.batchId === undefined && (',
    ],
    ['a sale that comes back is not alerted', "order.state === 'released')) {", 'true)) {'],
  ]),
  ...mutantsOf('server/platform/jobs/queue.ts', LISTS, [
    [
      'a job that was woken while it ran is gone',
      ' and fence = $3 and wake_count = $4 returning 1',
      ' and fence = $3 and $4 >= 0 returning 1',
    ],
  ]),
  ...mutantsOf('server/payments/orders/proving/late-orders.ts', LATE, [
    ['late while the clock is wrong', 'if (isClockInDoubt(await readSuspensions(tx))) return', ''],
  ]),
  ...mutantsOf('server/payments/orders/proving/decisions.ts', LATE, [
    ['late a second too soon', '>= LATE_AFTER_MS', '>= LATE_AFTER_MS - 1_000'],
    ['an order that has ended is late', 'settled: null,', "settled: 'with-provider',"],
  ]),
  ...mutantsOf('server/payments/orders/proving/step.ts', LATE, [
    ['what is held back is never late', "isLate(order, now) ? { due, tell: 'late' } : { due }", '{ due }'],
  ]),
  ...mutantsOf('server/payments/orders/proving/order-worker.ts', LATE, [
    [
      'its owner is not told that it is late',
      "if (tell === 'late') await inFence",
      'if (order === null) await inFence',
    ],
  ]),
  ...mutantsOf('server/payments/bpc/return-alert.ts', RETURNS, [
    ['remembered when the job runs', 'if (deps.clock.now() < dueAt) return { dueAt }', ''],
    ['remembered when it was used', 'if (until === undefined || order === null) return', 'if (order === null) return'],
  ]),
  ...mutantsOf('server/alerts/alert-round.ts', ROUNDS, [
    ['a round stays where it began', 'people.at(-1)?.id ?? place.lastUserId', 'place.lastUserId'],
    ['closed accounts are alerted', ' and u.closed_at is null', ''],
    ['everybody is alerted', 'people.filter(({ isFor }) => isFor)', 'people'],
  ]),
  ...mutantsOf('server/outbox/alerts/add-alert.ts', ROUNDS, [
    [
      'one job for the alerts of many',
      'return ALERTS[kind].concernsMany ?',
      'return ALERTS[kind].concernsMany === undefined ?',
    ],
  ]),
  ...mutantsOf('server/activity/statements/statement-alerts.ts', STATEMENTS, [
    ['before the month is over', 'if (now < beginsAt) return { dueAt: beginsAt }', ''],
    ['however late', 'now.getTime() - beginsAt.getTime() > BEGINS_WITHIN_MS', 'now.getTime() < 0'],
    ['for a month without movements', ' and e.posted_at >= $4', ' and $4 is not null'],
  ]),
  ...mutantsOf('server/installation/notice-alerts.ts', NOTICES, [
    [
      'a notice that has ended',
      'if (notice === null || notice.endsAt <= now) return null',
      'if (notice === null) return null',
    ],
    ['the end of one that nobody heard of', "a.subject_id = $3 and a.kind = 'notice'", "$3 <> ''"],
    ['the end of a pause while another holds', 'saidAtEnd: isPausedStill', 'saidAtEnd: isPausedStill === null'],
  ]),
  ...mutantsOf(
    'server/support/operate-cases.ts',
    [['server/support/case-alerts.test.ts']],
    [['support writes in silence', 'if (text !== null) await tellReporter', 'if (text === null) await tellReporter']],
  ),
  ...mutantsOf(
    'server/alerts/send-alerts.ts',
    [RETURNS[0] ?? [], NOTICES[0] ?? []],
    [['what is over is sent', ' || isOver(newest, deps.clock.now())', '']],
  ),
]
