import { parsePhone } from './phones.ts'
import { groupedDigits, plainTyped, searchable } from './typed.ts'

/**
 * The texts to look for, normalised by `searchable`: the search as typed, without invisible marks and, when it
 * is a number with groups or a country code, as plain digits.
 */
export function searchTexts(uncheckedText: string): readonly string[] {
  const text = plainTyped(uncheckedText)
  const digits = parsePhone(text) ?? groupedDigits(text)
  return [...new Set([uncheckedText.trim(), text, digits ?? text].map(searchable))]
}
