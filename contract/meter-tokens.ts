/*
 * What a prepaid meter is given, as one text: digits, and a space between two numbers. When a meter changes its key there are
 * several, and it takes them in this order only.
 */

/** Null where there is none. */
export function joinTokens(tokens: readonly string[]): string | null {
  return tokens.length === 0 ? null : tokens.join(' ')
}

/** One by one, in the order in which they are keyed in. */
export function splitTokens(token: string | null): string[] {
  return token === null ? [] : token.split(' ')
}
