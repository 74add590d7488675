import { ALARM_KINDS } from '#server/outbox/alarms/alarm-kinds.ts'

/** An alarm's title in words; an unknown kind is returned as it is. */
export function alarmTitle(kind: string): string {
  return Object.entries(ALARM_KINDS).find(([known]) => known === kind)?.[1].title ?? kind
}
