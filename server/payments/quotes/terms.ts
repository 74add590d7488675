/** The text that is shown and signed at an approval: one `Label: value` per line. */
export function termsText(lines: readonly (readonly [label: string, value: string])[]): string {
  return lines.map(([label, value]) => `${label}: ${value}`).join('\n')
}
