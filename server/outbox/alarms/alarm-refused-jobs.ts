import type { Deps } from '#server/deps.ts'
import { isRefusedValue } from '#server/platform/db/database.ts'
import type { Claim } from '#server/platform/jobs/queue.ts'
import { raiseAlarm } from './raise-alarm.ts'

/**
 * Raises an alarm, once, when the database refuses what a job would write. The job is still retried, but waiting alone
 * does not lift the refusal.
 */
export async function alarmRefusedJobs(
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  claim: Claim,
  error: unknown,
): Promise<void> {
  if (!isRefusedValue(error)) return
  await raiseAlarm(deps.database, deps.log, {
    kind: 'work-refused',
    subjectId: `${claim.kind} ${claim.subjectId}`,
    detail: 'the database refuses what this work would write; the log has why. It is tried again, in vain until then',
    at: deps.clock.now(),
  }).catch((cause: unknown) => deps.log.error({ err: cause }, 'an alarm could not be raised'))
}
