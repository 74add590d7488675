import { type ExactText, exactText } from '#server/platform/text/exact-text.ts'

/** A test's text as an adapter would pass it on. */
export function exactly(text: string): ExactText {
  const exact = exactText(text)
  if (exact === null) throw new Error(`no exact text: ${JSON.stringify(text)}`)
  return exact
}
