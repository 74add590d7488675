import { formatNaira, kobo } from '#contract/money.ts'

/** `₦1,500.00`, from kobo as an answer has it. */
export function nairaOf(amountKobo: string): string {
  return formatNaira(kobo(BigInt(amountKobo)))
}
