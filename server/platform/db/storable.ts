/** The database's error for text its encoding cannot hold. For a NUL it raises it on its own. */
const NOT_IN_ENCODING = '22021'

/**
 * Refuses half a character (a lone surrogate) in a statement's values, as the database refuses a NUL. Both drivers would
 * write U+FFFD in its place without a word: what is stored would not be what was given, and two ids would become one.
 *
 * @throws SqlError 22021
 */
export function refuseHalfCharacters(params: readonly unknown[]): void {
  if (params.every(isWhole)) return
  throw Object.assign(new Error('half a character cannot be stored'), { code: NOT_IN_ENCODING })
}

function isWhole(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  return !Array.isArray(value) || value.every(isWhole)
}
