import type { Role } from '#contract/console/roles.ts'
import { TIME_ZONE } from '#contract/constants.ts'

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  support: 'Support',
  finance: 'Finance',
  risk: 'Risk',
  manager: 'Manager',
}

const moment = new Intl.DateTimeFormat('en-NG', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** `21 Nov 2026, 12:00:05`, in Lagos. */
export function momentOf(at: string): string {
  return moment.format(new Date(at))
}

/** What an act changed or adds: `role: manager → finance`, `browser: Firefox on Linux`. */
export function detailsOf(before: string | null, after: string | null): string[] {
  const [was, is] = [entriesOf(before), entriesOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].map((name) => {
    const values = [was.get(name), is.get(name)].filter((value) => value !== undefined)
    return `${name}: ${values.join(' → ')}`
  })
}

function entriesOf(json: string | null): ReadonlyMap<string, string> {
  const values: unknown = json === null ? {} : JSON.parse(json)
  if (typeof values !== 'object' || values === null) return new Map()
  return new Map(Object.entries(values).map(([name, value]) => [name, inWords(value)]))
}

/** The text that a passkey signed, without its proof. */
function inWords(value: unknown): string {
  const isSigned = typeof value === 'object' && value !== null && 'terms' in value
  return String((isSigned ? value.terms : value) ?? 'none')
}
