/**
 * Text from outside as one harmless line: no control, format or direction characters, single spaces, NFC, at most so
 * many characters. Formulas stay what they are: they are text here, and made harmless where a spreadsheet may read them.
 */
export function cleanLine(uncheckedText: string, maxLength: number): string {
  const line = uncheckedText
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...line].slice(0, maxLength).join('').trim()
}
