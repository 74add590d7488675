import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from './raise-alarm.ts'

/** Raises alarms about the installation's own backups: server/platform/backups/own-backups.ts. */
export function alarmFailedBackups({ database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>) {
  return (of: { readonly subjectId: string; readonly detail: string }): Promise<void> =>
    raiseAlarm(database, log, { kind: 'backup-failed', ...of, at: clock.now() })
}
