import { SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH } from '#contract/console/search-limits.ts'
import { parseNaira } from '#contract/money.ts'
import { parsePhone, readTypedPhone } from '#contract/phones.ts'
import { groupedDigits } from '#contract/typed.ts'
import { AppError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { readTrackingNumber } from '#server/support/tracking-number.ts'
import type { StatementName } from './search-statements.ts'

/** A statement to run, with its parameter. */
export type Lookup = { readonly name: StatementName; readonly value: string }

const ID = /^(usr|ord|dep|cas)_[0-9a-z]{35}$/
const WHOLE_TRACKING_NUMBER = /^jr-/i
const BY_ID = {
  usr: 'customerById',
  ord: 'orderById',
  dep: 'depositById',
  cas: 'caseById',
} as const satisfies Record<string, StatementName>
const RECEIPT_CODE = /^[0-9a-hjkmnp-tv-z]{24}(?:[0-9a-hjkmnp-tv-z]{2})?$/
/** An amount has fewer digits than account and phone numbers, unless it is written as an amount. */
const PLAIN_AMOUNT = /^\d{1,9}$/
const WRITTEN_AMOUNT = /[₦.,]/
const REFERENCE = /^[\w.:-]{6,100}$/
const NUMBER = /^\d{6,20}$/

/**
 * All forms that a search text may have. No statement knows wildcards, so `%` finds a name that starts with it.
 *
 * @throws AppError operator.search-unclear for too short, too long, and nothing visible
 */
export function readSearch(uncheckedText: string): readonly Lookup[] {
  const text = cleanLine(uncheckedText, SEARCH_MAX_LENGTH + 1)
  const length = [...text].length
  if (length < SEARCH_MIN_LENGTH || length > SEARCH_MAX_LENGTH) throw new AppError('operator.search-unclear')
  const byId = ofId(text)
  if (byId !== null) return [byId]
  return [...ofCase(text), ...ofNumber(text), ...ofAmount(text), ...ofReference(text), ...ofPerson(text)]
}

function ofId(text: string): Lookup | null {
  const [, prefix] = ID.exec(text) ?? []
  if (prefix === 'usr' || prefix === 'ord' || prefix === 'dep' || prefix === 'cas')
    return { name: BY_ID[prefix], value: text }
  const trackingNumber = WHOLE_TRACKING_NUMBER.test(text) ? readTrackingNumber(text) : null
  return trackingNumber === null ? null : { name: 'caseByTrackingNumber', value: trackingNumber }
}

/** Without JR, a tracking number may also be a name: `Chidinma` looks like one. */
function ofCase(text: string): Lookup[] {
  const trackingNumber = readTrackingNumber(text)
  return trackingNumber === null ? [] : [{ name: 'caseByTrackingNumber', value: trackingNumber }]
}

/** The number of a phone, an account, a meter or a smartcard. */
function ofNumber(text: string): Lookup[] {
  const digits = parsePhone(text) ?? groupedDigits(text) ?? ''
  if (!NUMBER.test(digits)) return []
  const lookups: Lookup[] = (['customersByAccount', 'customersByCharge', 'ordersByNumber'] as const).map((name) => ({
    name,
    value: digits,
  }))
  // Ten digits are an account number, or a phone number without its 0.
  const phone = readTypedPhone(text)
  return phone === null || phone === digits ? lookups : [...lookups, { name: 'ordersByNumber', value: phone }]
}

function ofAmount(text: string): Lookup[] {
  const kobo = PLAIN_AMOUNT.test(text) || WRITTEN_AMOUNT.test(text) ? parseNaira(text) : null
  if (kobo === null) return []
  return (['ordersByAmount', 'depositsByAmount'] as const).map((name) => ({ name, value: kobo.toString() }))
}

function ofReference(text: string): Lookup[] {
  if (!REFERENCE.test(text)) return []
  const names = ['ordersByReference', 'ordersByAttempt', 'depositsByReference', 'depositsByProviderId'] as const
  const receipt = RECEIPT_CODE.test(text) ? [{ name: 'orderByReceipt', value: text } as const] : []
  return [...names.map((name) => ({ name, value: text })), ...receipt]
}

function ofPerson(text: string): Lookup[] {
  return [{ name: text.includes('@') ? 'customersByEmail' : 'customersByName', value: text }]
}
