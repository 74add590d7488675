import { LAGOS_OFFSET_MS } from './constants.ts'

/** The Africa/Lagos calendar day of an instant, `2026-11-21`. */
export function lagosDay(at: Date): string {
  return new Date(at.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 10)
}

/** The next midnight in Africa/Lagos after an instant: when the daily limit resets. */
export function nextLagosMidnight(at: Date): Date {
  const shifted = new Date(at.getTime() + LAGOS_OFFSET_MS)
  shifted.setUTCHours(24, 0, 0, 0)
  return new Date(shifted.getTime() - LAGOS_OFFSET_MS)
}
