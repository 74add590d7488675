import { SETTING_AHEAD_DAYS, SETTING_HOURS } from '#contract/console/limits.ts'
import { DAY_MS, formatMoment, HOUR_MS } from '#contract/time.ts'
import { RefusedError } from '#server/platform/errors.ts'

/** A date and time in Lagos, from a form or a terminal: `2026-11-21T14:05`. */
const IN_LAGOS = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})$/

/**
 * How long a setting lasts: one of SETTING_HOURS, as a request stores it.
 *
 * @throws RefusedError for another number
 */
export function readHours(uncheckedHours: string): string {
  const hours = SETTING_HOURS.find((each) => `${each}` === uncheckedHours.trim())
  if (hours === undefined) throw new RefusedError(`for how long? ${SETTING_HOURS.join(', ')} hours`)
  return `${hours}`
}

/** When a requested setting ends by itself, if it begins then. */
export function endAfter({ hours }: { readonly hours?: string }, startsAt: Date): Date {
  return new Date(startsAt.getTime() + Number(hours) * HOUR_MS)
}

/**
 * When a setting begins. Null: when it is confirmed.
 *
 * @throws RefusedError for an invalid time, one that has passed, or one further ahead than SETTING_AHEAD_DAYS
 */
export function readStart(uncheckedFrom: string, now: Date): Date | null {
  if (uncheckedFrom.trim() === '') return null
  const [, day, time] = IN_LAGOS.exec(uncheckedFrom.trim()) ?? []
  const at = new Date(`${day}T${time}:00+01:00`)
  if (Number.isNaN(at.getTime())) throw new RefusedError('from when? Give day and time in Lagos: 2026-11-21T14:05')
  if (at <= now) throw new RefusedError(`${formatMoment(at.toISOString())} has passed: leave it out to begin at once`)
  if (at.getTime() > now.getTime() + SETTING_AHEAD_DAYS * DAY_MS)
    throw new RefusedError(`it has to begin within ${SETTING_AHEAD_DAYS} days`)
  return at
}

/** The start of a setting that is confirmed now: the agreed time, or now. */
export function startOf(from: string | undefined, now: Date): Date {
  const agreed = from === undefined || from === '' ? now : new Date(from)
  return agreed > now ? agreed : now
}
