const dayText = new Intl.DateTimeFormat('en-NG', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })

/** `21 Nov 2026` of the calendar day `2026-11-21`. */
export function shortDate(day: string): string {
  return dayText.format(new Date(`${day}T00:00:00Z`))
}
