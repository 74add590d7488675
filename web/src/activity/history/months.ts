/** The first and last day of the month that many months before `today`, `2026-11-01` to `2026-11-30`. */
export function monthBefore(today: string, count: number): { from: string; to: string } {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const day = (monthOffset: number, dayOfMonth: number) =>
    new Date(Date.UTC(year, month - 1 - count + monthOffset, dayOfMonth)).toISOString().slice(0, 10)
  return { from: day(0, 1), to: day(1, 0) }
}

/** The first and last day of a month, up to today; null for an invalid or a future month. */
export function daysOf(month: string | null, today: string): { from: string; to: string } | null {
  if (month === null || !/^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/.test(month)) return null
  const days = monthBefore(`${month}-01`, 0)
  if (days.from > today) return null
  return { from: days.from, to: days.to < today ? days.to : today }
}
