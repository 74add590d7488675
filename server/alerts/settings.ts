import { ALERT_DEFAULTS, type AlertCategory, type AlertChannel, type AlertSwitch } from '#contract/alerts.ts'

/** What a person has changed, by `category channel`. */
export type ChangedSwitches = Readonly<Record<string, boolean>>

export type QuietHours = { readonly fromMinute: number; readonly untilMinute: number }

/** Whether alerts of a category go out in a channel: what its owner chose where they have a choice, and the default otherwise. */
export function isOn(changed: ChangedSwitches, category: AlertCategory, channel: AlertChannel): boolean {
  const set: AlertSwitch = ALERT_DEFAULTS[category][channel]
  if (set === 'always' || set === 'never') return set === 'always'
  return changed[`${category} ${channel}`] ?? set === 'on'
}

/** What can wait until quiet hours are over. Money and security never do. */
const WAITS: readonly AlertCategory[] = ['bpc', 'case', 'statement', 'notice']

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** Africa/Lagos is UTC+1 all year. */
const LAGOS_MINUTES = 60

/** When an alert may go out: null for now. Quiet hours may span midnight; their times are those of Africa/Lagos. */
export function quietUntil(quiet: QuietHours | null, category: AlertCategory, now: Date): Date | null {
  if (quiet === null || !WAITS.includes(category)) return null
  const minute = (Math.floor(now.getTime() / MINUTE_MS) + LAGOS_MINUTES) % DAY_MINUTES
  const { fromMinute, untilMinute } = quiet
  const isQuiet =
    fromMinute < untilMinute
      ? minute >= fromMinute && minute < untilMinute
      : minute >= fromMinute || minute < untilMinute
  if (!isQuiet) return null
  const waitMinutes = (untilMinute - minute + DAY_MINUTES) % DAY_MINUTES
  return new Date((Math.floor(now.getTime() / MINUTE_MS) + waitMinutes) * MINUTE_MS)
}
