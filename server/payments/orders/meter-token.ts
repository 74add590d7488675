import { joinTokens, splitTokens } from '#contract/meter-tokens.ts'

/** The token an order has, or what a proof says now: that counts where it repeats every number that is there. */
export function fullerToken(known: string | null, told: readonly string[]): string | null {
  const isWhole = splitTokens(known).every((number) => told.includes(number))
  return isWhole && told.length > 0 ? joinTokens(told) : known
}
