import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import type { UnreadablePayment } from '#server/providers/answer.ts'

/** Alarms per answer. If a provider has changed its format, more say nothing new: the last alarm counts the rest. */
const ALARMS_MAX = 20

/**
 * Alerts operators, once per payment, to a payment that arrived but cannot be booked as reported. Nothing is guessed:
 * an id that cannot be stored exactly could confuse two payments.
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
