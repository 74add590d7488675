import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import type { UnreadablePayment } from '#server/providers/answer.ts'

/** Of one answer. Where a provider has changed how it writes all of them, more would say nothing new: the last one counts them. */
const ALARMS_MAX = 20

/**
 * Alerts operators to a payment that arrived but cannot be booked as reported, once per payment. Nothing is guessed:
 * by an id that cannot be stored exactly, one of two payments would be taken for the other.
 */
export async function alarmUnreadable(
  deps: Pick<Deps, 'clock' | 'database' | 'log'>,
  payments: readonly UnreadablePayment[],
): Promise<void> {
  const more = payments.length - ALARMS_MAX
  for (const [at, { key, problem }] of payments.slice(0, ALARMS_MAX).entries()) {
    const isLast = at === ALARMS_MAX - 1
    await raiseAlarm(deps.database, deps.log, {
      kind: 'payment-unreadable',
      subjectId: key,
      detail: isLast && more > 0 ? `${problem}, and ${more} more payments in the same answer` : problem,
      at: deps.clock.now(),
    })
  }
}
