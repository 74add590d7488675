/** The database's error for text that its encoding cannot hold. PostgreSQL raises it for a NUL by itself. */
const NOT_IN_ENCODING = '22021'

/**
 * Refuses half a character (a lone surrogate) in a statement's values, as the database refuses a NUL. Both drivers
 * would silently write U+FFFD instead: stored text would differ from the input, and two ids could become one.
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
