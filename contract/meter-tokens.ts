/*
 * The tokens of a prepaid meter as one text: digits, with a space between two tokens. A key change needs several, which
 * the meter takes in this order only.
 */

/** Null where there is none. */
export function joinTokens(tokens: readonly string[]): string | null {
  return tokens.length === 0 ? null : tokens.join(' ')
}

/** One by one, in the order in which they are keyed in. */
export function splitTokens(token: string | null): string[] {
  return token === null ? [] : token.split(' ')
}
