/** Text made harmless for HTML, in content and in quoted attributes. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Template tag: escapes every value, except HTML marked with `raw`. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | number | Raw | readonly Raw[])[]): Raw {
  const text = parts.reduce((whole, part, index) => {
    const value = index === 0 ? undefined : values[index - 1]
    return `${whole}${value === undefined ? '' : shown(value)}${part}`
  }, '')
  return { raw: text }
}

export type Raw = { readonly raw: string }

function shown(value: string | number | Raw | readonly Raw[]): string {
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  return 'raw' in value ? value.raw : value.map((each) => each.raw).join('')
}
