import { formatNaira } from '#contract/money.ts'

export type TermsLine = { readonly label: string | null; readonly value: string }

/**
 * The lines of a quote's terms, for display only: what is signed is the whole text, byte for byte.
 * `Label: value` is split at the first `: `; a line without one is shown as it is.
 */
export function termsLines(terms: string): TermsLine[] {
  return terms
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(': ')
      return at < 1 ? { label: null, value: line } : { label: line.slice(0, at), value: line.slice(at + 2) }
    })
}

/** The line that leads the review: the first one whose value is exactly this amount, kobo. */
export function leadingLine(lines: readonly TermsLine[], amountKobo: string): TermsLine | undefined {
  const amountText = formatNaira(BigInt(amountKobo))
  return lines.find((line) => line.label !== null && line.value === amountText)
}
