import { joinTokens, splitTokens } from '#contract/meter-tokens.ts'

/** The order's token, or the one in a new proof, if that repeats every number already known. */
export function fullerToken(known: string | null, told: readonly string[]): string | null {
  const isWhole = splitTokens(known).every((number) => told.includes(number))
  return isWhole && told.length > 0 ? joinTokens(told) : known
}
