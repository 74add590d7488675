import { CASE_TEXT_MAX_LENGTH, CASE_TEXT_MIN_LENGTH } from '#contract/support-limits.ts'
import { AppError } from '../../errors.ts'

/**
 * What somebody wrote, as harmless lines: no control, format or direction characters, NFC, at most one empty line in a
 * row. Everything else stays as it is: it is text here, and encoded wherever it is shown.
 *
 * @throws AppError `case.text-invalid` unless 2 to 2,000 characters are left
 */
export function readText(uncheckedText: string): string {
  const text = uncheckedText
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{C}\n]/gu, ' ')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  const length = [...text].length
  if (length >= CASE_TEXT_MIN_LENGTH && length <= CASE_TEXT_MAX_LENGTH) return text
  const error = new AppError('case.text-invalid')
  throw new AppError('case.text-invalid', { fields: { text: error.message } })
}
