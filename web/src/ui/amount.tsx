import { formatNaira } from '#contract/money.ts'

/**
 * A large amount, its kobo at 60% of the size. If it is too wide for its line, it breaks before the kobo. `amountKobo`
 * is the wire's decimal text.
 */
export function Amount({ amountKobo }: { amountKobo: string }) {
  const text = formatNaira(BigInt(amountKobo))
  return (
    <span className="tabular">
      {text.slice(0, -3)}
      <wbr />
      <span className="text-[0.6em]">{text.slice(-3)}</span>
    </span>
  )
}

/** The signed amount of a history row: `-₦1,500.00`, `+₦200,000.00`. */
export function signedNaira(amountKobo: string): string {
  const amount = BigInt(amountKobo)
  return amount > 0n ? `+${formatNaira(amount)}` : formatNaira(amount)
}
