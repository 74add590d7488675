import { LAGOS_OFFSET_MS } from '#contract/constants.ts'

/** `2026-11-21 14:05`, in Lagos. */
export function lagosMinute(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
}

const dayText = new Intl.DateTimeFormat('en-NG', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })

/** `21 Nov 2026` of `2026-11-21`. */
export function longDay(day: string): string {
  return dayText.format(new Date(`${day}T00:00:00Z`))
}
