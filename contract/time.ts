import { LAGOS_OFFSET_MS } from './constants.ts'
import { shortDate } from './day-words.ts'

export const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * HOUR_MS

/** The Africa/Lagos calendar day of an instant, `2026-11-21`. */
export function lagosDay(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 10)
}

/** Days from one day to another (`2026-11-21`), both included. Zero or less if they are in the wrong order. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** The next midnight in Africa/Lagos after an instant: when the daily limit resets. */
export function nextLagosMidnight(at: Date): Date {
  const shifted = new Date(at.getTime() + LAGOS_OFFSET_MS)
  shifted.setUTCHours(24, 0, 0, 0)
  return new Date(shifted.getTime() - LAGOS_OFFSET_MS)
}

/** `14:05`, in Lagos. */
export function formatTime(at: string | number): string {
  return new Date(new Date(at).getTime() + LAGOS_OFFSET_MS).toISOString().slice(11, 16)
}

/** `21 Nov 2026, 14:05`, in Lagos. */
export function formatMoment(at: string): string {
  return `${shortDate(lagosDay(new Date(at)))}, ${formatTime(at)}`
}

/** `21 Nov 2026, 14:05, Lagos time`. */
export function lagosMoment(at: Date | string): string {
  return `${formatMoment(typeof at === 'string' ? at : at.toISOString())}, Lagos time`
}
