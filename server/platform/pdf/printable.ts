/** Replaces text that the font has no letters for. */
const OTHER_SCRIPT = '[another script]'
const SYMBOL = '[symbol]'
const PLAIN = /^[\x20-\x7e]*$/
const RUN_OF_LETTERS = /[\p{L}\p{M}\p{N}]/u

/**
 * Text that a font can show. The font would draw an empty box for each missing character; each run of them becomes a
 * description.
 */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  if (PLAIN.test(text)) return text
  let [shown, missing] = ['', '']
  for (const character of text) {
    const isShown = /\s/.test(character) || hasGlyph(character.codePointAt(0) ?? 0)
    if (isShown) {
      // A space between two words of the same script is part of the run.
      if (missing !== '' && character === ' ') missing += character
      else {
        shown += named(missing) + character
        missing = ''
      }
    } else missing += character
  }
  return shown + named(missing)
}

function named(missing: string): string {
  if (missing === '') return ''
  const end = missing.endsWith(' ') ? ' ' : ''
  return (RUN_OF_LETTERS.test(missing) ? OTHER_SCRIPT : SYMBOL) + end
}
