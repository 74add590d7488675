import { grouped, parseNaira } from '#contract/money.ts'

/** An edit as the browser made it: the text before, the text now, and where the caret is. */
export type Edit = {
  readonly before: string
  readonly typed: string
  readonly caret: number
  /** The edit deleted text after the caret. Any other deletion removes text before it. */
  readonly forward?: boolean
}
export type Placed = { readonly text: string; readonly caret: number }

/** Digits, with commas wherever they are, and a fraction or the beginning of one. */
const FIGURES = /^([\d,]*)(\.\d*)?$/

/**
 * The edited amount with its thousands grouped, and the caret between the same digits as before. The amount itself
 * never changes: text that is no amount stays as it was typed or pasted, to be refused with a message.
 */
export function groupTyped(edit: Edit): Placed {
  const { text: typed, caret } = withoutFigureOfComma(edit)
  const [, whole, fraction = ''] = FIGURES.exec(typed.trim().replace(/^₦\s*/, '')) ?? []
  if (whole === undefined || isOddlyPasted(edit)) return { text: typed, caret }
  const text = grouped(whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')) + fraction
  return { text, caret: caretBefore(text, figuresIn(typed.slice(caret))) }
}

/** A deleted comma would come back at once, so the digit beside it is deleted, as if there were no commas. */
function withoutFigureOfComma({ before, typed, caret, forward = false }: Edit): Placed {
  if (`${typed.slice(0, caret)},${typed.slice(caret)}` !== before) return { text: typed, caret }
  const at = forward ? caret : Math.max(0, caret - 1)
  return { text: typed.slice(0, at) + typed.slice(at + 1), caret: at }
}

/** A pasted `1,50` may mean one naira fifty. Typed, it is what is left of 1,500. */
function isOddlyPasted({ before, typed, caret }: Edit): boolean {
  let same = 0
  while (same < caret && before[same] === typed[same]) same++
  const inserted = typed.slice(same, caret)
  return inserted.length > 1 && inserted.includes(',') && parseNaira(inserted) === null && parseNaira(typed) === null
}

/** The first position that has this many digits after it. */
function caretBefore(text: string, figures: number): number {
  let place = text.length
  while (place > 0 && figuresIn(text.slice(place)) < figures) place--
  while (place > 0 && text[place - 1] === ',') place--
  return place
}

function figuresIn(text: string): number {
  return text.replaceAll(/[^\d.]/g, '').length
}
