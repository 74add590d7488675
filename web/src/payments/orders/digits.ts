export const ONLY_DIGITS = 'Enter digits only.'

/** Whether the text is empty or digits alone. */
export function hasOnlyDigits(text: string): boolean {
  return /^\d*$/.test(text)
}

/** Whether the text is a number of this many digits. */
export function isNumberOf(text: string, min: number, max = min): boolean {
  return hasOnlyDigits(text) && text.length >= min && text.length <= max
}
