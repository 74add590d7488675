import { DAY_MS, lagosDay } from '#contract/time.ts'
import { serverNow } from '#web/lib/clock.ts'

export type Days = { readonly from: string; readonly to: string }

/** The last `count` Lagos days, today included. */
export function lastDays(count: number, now: Date = new Date(serverNow())): Days {
  return { from: lagosDay(new Date(now.getTime() - (count - 1) * DAY_MS)), to: lagosDay(now) }
}

/** Every day of a period, oldest first. */
export function eachDay({ from, to }: Days): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
