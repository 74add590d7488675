import { ALARM_KINDS } from '#server/outbox/alarms/alarm-kinds.ts'

/** The title of an alarm in words; of an unknown kind, the kind itself. */
export function alarmTitle(kind: string): string {
  return Object.entries(ALARM_KINDS).find(([known]) => known === kind)?.[1].title ?? kind
}
