import { CASE_TEXT_MAX_LENGTH, CASE_TEXT_MIN_LENGTH } from '#contract/support-limits.ts'
import { AppError } from '#server/platform/errors.ts'
import { type CleanText, cleanLines } from '#server/platform/text/sanitize-line.ts'

/**
 * Typed text as clean lines, with at most one empty line in a row. Everything else stays: it is plain text here, and
 * encoded wherever it is shown.
 *
 * @throws AppError `case.text-invalid` unless 2 to 2,000 characters are left
 */
export function readText(uncheckedText: string): CleanText {
  const text = cleanLines(uncheckedText)
  const length = [...text].length
  if (length >= CASE_TEXT_MIN_LENGTH && length <= CASE_TEXT_MAX_LENGTH) return text
  const error = new AppError('case.text-invalid')
  throw new AppError('case.text-invalid', { fields: { text: error.message } })
}
