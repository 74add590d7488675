import { type ExactText, exactText } from '#server/platform/text/exact-text.ts'
import { type CleanText, described } from '#server/platform/text/sanitize-line.ts'
import { type Fields, textOf } from './fields.ts'

/*
 * What is keyed into a prepaid meter. One delivery can bring several numbers: when a meter changes its key, two key change
 * tokens (KCT1, KCT2) come first, and without them it refuses the token that was bought. Field names depend on the
 * distribution company; several companies put all numbers into one text.
 */

/** In the order in which a meter takes them. In each row, the first spelling that holds a number counts. */
const KEY_CHANGES = [
  ['KCT1', 'kct1', 'resetToken'],
  ['KCT2', 'kct2', 'configureToken'],
] as const
const BOUGHT = ['tokens', 'token', 'Token', 'mainToken', 'purchased_code'] as const
const BONUS = ['bonusToken', 'BonusToken'] as const

/** A token of the meters' standard (STS) has 20 digits. */
const TOKEN_DIGITS = 20
/** More than one delivery brings. */
const TOKENS_MAX = 12
/** Longer than all tokens with their labels. */
const TEXT_MAX_LENGTH = 600
/** A JSON number shorter than this has lost more than leading zeros. */
const NUMBER_DIGITS_MIN = 16
const UNITS_MAX_LENGTH = 40
const UNIT_FIELDS = ['units', 'Units', 'mainTokenUnits'] as const

const KEY_CHANGE_LABEL = /kct|key change/i
/** Digits in groups. The digit of a label like `KCT1` or `WRN182…` belongs to the label. */
const RUN = /(?<![\p{L}\d])\d(?:[ -]?\d){9,}(?![\p{L}\d])/gu
/** A single number from a biller whose tokens are shorter or longer. */
const ONE_OF_ANOTHER_LENGTH = /^(?:token\s*:\s*)?(\d(?:[ -]?\d){9,39})(?!\d)/i

/** All tokens in the order to key them in, digits only: `Token : 2636 2054 …` and `26362054…` alike. */
export function tokensIn(body: Fields): ExactText[] {
  const keyChanges = KEY_CHANGES.flatMap((names) => firstIn(body, names))
  const bought = boughtIn(body)
  const all = [...keyChanges.filter((token) => !bought.includes(token)), ...bought]
  // A bonus is keyed in last, and only with a bought token.
  if (bought.length > 0) all.push(...firstIn(body, BONUS))
  return [...new Set(all)].slice(0, TOKENS_MAX)
}

/** The fields repeat each other: the one with the most numbers counts, or the first of equals. */
function boughtIn(body: Fields): ExactText[] {
  const lists = BOUGHT.map((name) => numbersIn(body[name]))
  const most = Math.max(...lists.map(({ length }) => length))
  const fullest = lists.find(({ length }) => length === most) ?? []
  if (fullest.length > 0) return fullest
  return BOUGHT.map((name) => oneOfAnotherLength(body[name])).find((found) => found.length > 0) ?? []
}

function firstIn(body: Fields, names: readonly string[]): ExactText[] {
  return names.map((name) => numbersIn(body[name])).find((found) => found.length > 0) ?? []
}

/** Every number of 20 digits: key changes first, wherever the text names them, then the others in its order. */
function numbersIn(value: unknown): ExactText[] {
  const text = plainText(value)
  let labelAt = 0
  const found = [...text.matchAll(RUN)].map((run) => {
    const label = text.slice(labelAt, run.index)
    labelAt = run.index + run[0].length
    return { isKeyChange: KEY_CHANGE_LABEL.test(label), numbers: numbersOf(run[0].split(/[ -]/)) }
  })
  const ordered = [...found.filter((each) => each.isKeyChange), ...found.filter((each) => !each.isKeyChange)]
  return ordered.flatMap((each) => each.numbers).flatMap((number) => exactText(number) ?? [])
}

/** The numbers that complete groups of digits form, whatever is around them: `Token 2 2636 2054 … 79.9 kWh`. */
function numbersOf(groups: readonly string[]): string[] {
  const numbers: string[] = []
  for (let first = 0; first < groups.length; first++) {
    const single = groups[first] ?? ''
    if (single.length % TOKEN_DIGITS === 0) {
      for (let at = 0; at < single.length; at += TOKEN_DIGITS) numbers.push(single.slice(at, at + TOKEN_DIGITS))
      continue
    }
    let [digits, last] = [single, first]
    while (digits.length < TOKEN_DIGITS && last + 1 < groups.length) digits += groups[++last] ?? ''
    if (digits.length !== TOKEN_DIGITS) continue
    numbers.push(digits)
    first = last
  }
  return numbers
}

function oneOfAnotherLength(value: unknown): ExactText[] {
  const digits = exactText(ONE_OF_ANOTHER_LENGTH.exec(plainText(value))?.[1]?.replace(/\D/g, ''))
  return digits === null ? [] : [digits]
}

function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.slice(0, TOKENS_MAX).map(plainText).join(', ')
  if (typeof value === 'bigint' || typeof value === 'number') return numberText(value)
  return (described(value, TEXT_MAX_LENGTH) ?? '').replace(/\p{Pd}/gu, '-')
}

/** Restores the leading zeros that a JSON number lost. A number that a double has rounded is dropped. */
function numberText(value: bigint | number): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return ''
  const digits = value.toString()
  return digits.length < NUMBER_DIGITS_MIN ? '' : digits.padStart(TOKEN_DIGITS, '0')
}

/** What the tokens are worth, in VTpass's words. */
export function unitsIn(body: Fields): CleanText | null {
  for (const name of UNIT_FIELDS) {
    const value = body[name]
    const units = textOf(typeof value === 'number' && value > 0 ? String(value) : value)
    if (units !== null && units.length <= UNITS_MAX_LENGTH) return units
  }
  return null
}
