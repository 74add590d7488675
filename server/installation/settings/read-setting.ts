import { SETTING_AHEAD_DAYS } from '#contract/console/limits.ts'
import { DAY_MS, formatMoment } from '#contract/time.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { type CleanText, cleanLine } from '#server/platform/text/sanitize-line.ts'

/** A date and time in Lagos, from a form or a terminal: `2026-11-21T14:05`. */
const IN_LAGOS = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})$/

/**
 * One clean line that customers read. It is never cut: half a sentence may say the opposite.
 *
 * @throws RefusedError when it is too short or too long
 */
export function readShownLine(uncheckedText: string, of: { what: string; min: number; max: number }): CleanText {
  const line = cleanLine(uncheckedText, of.max + 1)
  const { length } = [...line]
  if (length < of.min || length > of.max)
    throw new RefusedError(`${of.what} has between ${of.min} and ${of.max} characters`)
  return line
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

/** `21 Nov 2026, 14:05, Lagos time`. */
export function lagosMoment(at: Date | string): string {
  return `${formatMoment(typeof at === 'string' ? at : at.toISOString())}, Lagos time`
}
