const UNITS = [
  { ms: 24 * 60 * 60_000, name: 'd' },
  { ms: 60 * 60_000, name: 'h' },
  { ms: 60_000, name: 'min' },
  { ms: 1_000, name: 's' },
] as const

/** `40 s`, `7 min`, `3 h 5 min`, `2 d 4 h`: a duration in its two largest units. */
export function lengthInWords(ms: number): string {
  const place = UNITS.findIndex((unit) => ms >= unit.ms)
  const [unit, next] = [UNITS[place], UNITS[place + 1]]
  if (unit === undefined) return 'less than 1 s'
  const rest = next === undefined ? 0 : Math.floor((ms % unit.ms) / next.ms)
  const whole = `${Math.floor(ms / unit.ms)} ${unit.name}`
  return rest === 0 || next === undefined || unit.name === 'min' ? whole : `${whole} ${rest} ${next.name}`
}

/** How long something has lasted at an instant; both in ISO 8601. */
export function ageInWords(since: string, at: string): string {
  return lengthInWords(Math.max(0, Date.parse(at) - Date.parse(since)))
}
