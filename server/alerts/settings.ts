import { ALERT_DEFAULTS, type AlertCategory, type AlertChannel, type AlertSwitch } from '#contract/alerts.ts'

/** A person's changed switches, by `category channel`. */
export type ChangedSwitches = Readonly<Record<string, boolean>>

export type QuietHours = { readonly fromMinute: number; readonly untilMinute: number }

/** Whether alerts of a category are sent in a channel: the owner's choice where there is one, otherwise the default. */
export function isOn(changed: ChangedSwitches, category: AlertCategory, channel: AlertChannel): boolean {
  const set: AlertSwitch = ALERT_DEFAULTS[category][channel]
  if (set === 'always' || set === 'never') return set === 'always'
  return changed[`${category} ${channel}`] ?? set === 'on'
}

/** Categories that wait for the end of quiet hours. Money and security never do. */
const WAITS: readonly AlertCategory[] = ['bpc', 'case', 'statement', 'notice']

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** Africa/Lagos is UTC+1 all year. */
const LAGOS_MINUTES = 60

/**
 * Earliest time an alert may go out; null means now. Quiet hours may span midnight; their times are in Africa/Lagos.
 */
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
