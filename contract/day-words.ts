/**
 * Days as this product writes them, with English names of months and weekdays. Written by hand: creating a browser's
 * date formatter costs a phone several milliseconds, and browsers abbreviate September differently.
 */
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** `21 Nov 2026` for `2026-11-21`. Throws a RangeError for an invalid day. */
export function shortDate(day: string): string {
  return `${shortDay(day)} ${day.slice(0, 4)}`
}

/** `21 Nov` for `2026-11-21`. Throws a RangeError for an invalid day. */
export function shortDay(day: string): string {
  const at = startOf(day)
  return `${at.getUTCDate()} ${shortNameOf(at)}`
}

/** `Sat, 21 November` for `2026-11-21`. Throws a RangeError for an invalid day. */
export function weekdayAndDay(day: string): string {
  const at = startOf(day)
  return `${WEEKDAYS[at.getUTCDay()]}, ${at.getUTCDate()} ${nameOf(at)}`
}

/** `Nov` for `2026-11`. Throws a RangeError for an invalid month. */
export function shortMonth(month: string): string {
  return shortNameOf(startOf(`${month}-01`))
}

/** `November 2026` for `2026-11`. Throws a RangeError for an invalid month. */
export function longMonth(month: string): string {
  return `${nameOf(startOf(`${month}-01`))} ${month.slice(0, 4)}`
}

function startOf(day: string): Date {
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) throw new RangeError(`no day: ${day}`)
  return at
}

function nameOf(at: Date): string {
  return MONTHS[at.getUTCMonth()] ?? ''
}

/** Three letters, but four for September, as in Nigerian and British English. */
function shortNameOf(at: Date): string {
  return nameOf(at).slice(0, at.getUTCMonth() === 8 ? 4 : 3)
}
