import { formatNairaShort, naira } from '#contract/money.ts'

type AmountChipsProps = {
  /** Whole naira, the smallest first. */
  amounts: readonly number[]
  /** The amount as it would be typed. */
  onChoose: (amount: string) => void
  /** A choice leads to the review at once: for a form that needs nothing else. */
  goesOn?: boolean
}

/** The usual amounts, a tap each. */
export function AmountChips({ amounts, onChoose, goesOn = false }: AmountChipsProps) {
  return (
    <ul aria-label="Quick picks" className="grid grid-cols-[repeat(auto-fit,minmax(min(4rem,100%),1fr))] gap-2">
      {amounts.map((amount) => {
        const text = formatNairaShort(naira(amount))
        return (
          <li key={amount}>
            <button
              type="button"
              aria-haspopup={goesOn ? 'dialog' : undefined}
              onClick={() => onChoose(text.replace('₦', ''))}
              className="min-h-12 w-full rounded-control border border-control bg-surface px-1 text-small font-medium tabular active:bg-tint"
            >
              {text}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
