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

export type TermsParts = {
  /** The amount. */
  readonly leading: TermsLine | undefined
  readonly who: readonly TermsLine[]
  readonly rest: readonly TermsLine[]
}

/**
 * Splits the terms into the amount, the lines with the recipient in the order of these labels, and all other lines in
 * their own order. No line is lost or repeated.
 */
export function splitTerms(
  lines: readonly TermsLine[],
  labels: { readonly leading: string; readonly who: readonly string[] },
): TermsParts {
  const lineOf = (label: string) => lines.find((line) => line.label === label)
  const leading = lineOf(labels.leading)
  const who = labels.who.flatMap((label) => lineOf(label) ?? [])
  return { leading, who, rest: lines.filter((line) => line !== leading && !who.includes(line)) }
}
