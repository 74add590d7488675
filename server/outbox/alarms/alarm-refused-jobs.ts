import type { Deps } from '#server/deps.ts'
import { isRefusedValue } from '#server/platform/db/database.ts'
import type { Claim } from '#server/platform/jobs/queue.ts'
import { raiseAlarm } from './raise-alarm.ts'

/**
 * Calls operators, once, when the database refuses what a piece of work would write. It is tried again all the same, but
 * nothing that is only waited for changes the refusal.
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
