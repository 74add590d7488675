import { parsePhone } from './phones.ts'
import { groupedDigits, plainTyped, searchable } from './typed.ts'

/**
 * What somebody searches for, in every form it may stand in a list, each as `searchable` reads it: as it was typed, and a number
 * that was copied with groups, a country code or marks that nobody sees as its digits.
 */
export function searchTexts(uncheckedText: string): readonly string[] {
  const text = plainTyped(uncheckedText)
  const digits = parsePhone(text) ?? groupedDigits(text)
  return [...new Set([text, digits ?? text].map(searchable))]
}
