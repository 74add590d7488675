import { type ExactText, exactText } from '#server/platform/text/exact-text.ts'
import type { CleanText } from '#server/platform/text/sanitize-line.ts'
import { type Fields, textOf } from './fields.ts'

/** Where billers put the token, best first. Which spelling comes depends on the distribution company. */
const TOKEN_FIELDS = ['token', 'Token', 'mainToken', 'purchased_code'] as const
const UNITS_MAX_LENGTH = 40
const UNIT_FIELDS = ['units', 'Units', 'mainTokenUnits'] as const

/** A token of a prepaid meter has 20 digits; a few billers send shorter or longer ones. */
const TOKEN = /^(?:token\s*:\s*)?(\d(?:[ -]?\d){9,39})(?!\d)/i

/** What is keyed into the meter: `Token : 2636 2054 …` and `26362054…` alike, digits only. A bonus token is left out. */
export function tokenIn(body: Fields): ExactText | null {
  for (const name of TOKEN_FIELDS) {
    const match = TOKEN.exec(textOf(body[name]) ?? '')
    if (match?.[1] !== undefined) return exactText(match[1].replace(/\D/g, ''))
  }
  return null
}

/** What the token is worth, as VTpass words it. */
export function unitsIn(body: Fields): CleanText | null {
  for (const name of UNIT_FIELDS) {
    const value = body[name]
    const units = textOf(typeof value === 'number' && value > 0 ? String(value) : value)
    if (units !== null && units.length <= UNITS_MAX_LENGTH) return units
  }
  return null
}
