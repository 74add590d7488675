/** `A. O.`, of `Ada Obi`. */
export function initialsOf(fullName: string): string {
  const words = fullName.split(/\s+/).filter((word) => word !== '')
  return words.map((word) => `${[...word][0]?.toUpperCase()}.`).join(' ')
}

/** `a…@example.ng`, of `ada@example.ng`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}…${at < 1 ? '' : email.slice(at)}`
}
