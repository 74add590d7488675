import { weekdayAndDay } from '#contract/day-words.ts'
import { DAY_MS, lagosDay } from '#contract/time.ts'
import { serverNow } from './clock.ts'

/** `Today`, `Yesterday`, or `Sat, 21 November`, in Lagos. */
export function formatDay(at: string, now: Date = new Date(serverNow())): string {
  const of = lagosDay(new Date(at))
  if (of === lagosDay(now)) return 'Today'
  if (of === lagosDay(new Date(now.getTime() - DAY_MS))) return 'Yesterday'
  return weekdayAndDay(of)
}

/** Whether an instant is today in Lagos. */
export function isToday(at: string): boolean {
  return lagosDay(new Date(at)) === serverDay()
}

/** Today in Lagos, `2026-11-21`. */
export function serverDay(): string {
  return lagosDay(new Date(serverNow()))
}

/** `less than a minute ago`, `12 minutes ago`, `3 hours ago`. A wrong clock makes nothing newer than now. */
export function formatAge(ageMs: number): string {
  const minutes = Math.floor(ageMs / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
  const hours = Math.floor(minutes / 60)
  return `${hours} ${hours === 1 ? 'hour' : 'hours'} ago`
}

/** `9012 3456 78`: an account number grouped for the eye. */
export function groupAccountNumber(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Words that stay on one line while it has room for them. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

/** `1234 5678 9012 3456 7890`: a meter token, grouped as its keypad takes it. */
export function groupToken(token: string): string {
  return token.replaceAll(/[\s-]/g, '').replace(/(.{4})(?=.)/g, '$1 ')
}

/** `2.5%` from hundredths of a percent. */
export function formatPercent(basisPoints: number): string {
  return `${basisPoints / 100}%`
}

/** `Ada Obi` → `AO`. */
export function initials(fullName: string): string {
  const words = fullName.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}
