import { formatNaira, kobo } from '#contract/money.ts'

/** `₦1,500.00`, from an answer's kobo text. */
export function nairaOf(amountKobo: string): string {
  return formatNaira(kobo(BigInt(amountKobo)))
}
