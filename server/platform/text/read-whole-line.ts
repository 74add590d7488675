import { RefusedError } from '#server/platform/errors.ts'
import { type CleanText, cleanLine } from './sanitize-line.ts'

/**
 * One clean line, possibly empty, that others act on or that stays as evidence. Like readWholeLine, it is never cut.
 *
 * @throws RefusedError when it is too long
 */
export function readAtMost(uncheckedText: string, { what, max }: { what: string; max: number }): CleanText {
  const line = cleanLine(uncheckedText, max + 1)
  if ([...line].length > max) throw new RefusedError(`${what} has at most ${max} characters`)
  return line
}

/**
 * One clean line that others act on. It is never cut: half a sentence may mean the opposite.
 *
 * @throws RefusedError when it is too short or too long
 */
export function readWholeLine(uncheckedText: string, of: { what: string; min: number; max: number }): CleanText {
  const line = cleanLine(uncheckedText, of.max + 1)
  const { length } = [...line]
  if (length < of.min || length > of.max)
    throw new RefusedError(`${of.what} has between ${of.min} and ${of.max} characters`)
  return line
}
