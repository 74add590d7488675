import { lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { EmailFailure } from '#server/platform/email/email.ts'
import { raiseAlarm } from './raise-alarm.ts'

/** Raises an alarm, once a day per reason, that a mail server refuses us rather than one reader. */
export async function alarmRefusedEmail(
  deps: Pick<Deps, 'database' | 'log' | 'clock'>,
  { refusal = null }: EmailFailure,
): Promise<void> {
  if (refusal === null) return
  const at = deps.clock.now()
  await raiseAlarm(deps.database, deps.log, {
    kind: 'email-refused',
    subjectId: `${refusal.label} ${lagosDay(at)}`,
    detail: `The mail server refuses our emails, ${refusal.label}: ${refusal.advice}`,
    at,
  })
}
