/** Parsers for input from outside. */

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text of the body, trimmed; numbers are taken as text, as both providers do. Null when absent or empty. */
export function textOf(source: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = Object.hasOwn(source, name) ? source[name] : undefined
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The texts of a query or of path parameters. If a name is repeated, the first counts. */
export function texts(source: unknown): Record<string, string> {
  if (!isObject(source)) return {}
  return Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => {
      const text: unknown = Array.isArray(value) ? value[0] : value
      return typeof text === 'string' ? [[name, text]] : []
    }),
  )
}
