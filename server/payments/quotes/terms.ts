/** What is shown before the tap that agrees to it, and signed by it: one `Label: value` per line. */
export function termsText(lines: readonly (readonly [label: string, value: string])[]): string {
  return lines.map(([label, value]) => `${label}: ${value}`).join('\n')
}
