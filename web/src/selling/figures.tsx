import { formatNaira } from '#contract/money.ts'
import type { SalesAnswer } from '#contract/selling.ts'
import { Amount } from '#web/ui/amount.tsx'
import { HIDDEN_AMOUNT, useHidden } from '#web/wallet/hidden-amounts.ts'

type FiguresProps = { heading: string; of: SalesAnswer['totals']; pending: SalesAnswer['pending'] }

/** The seller's profit, with sales and cost: only deliveries count. */
export function Figures({ heading, of, pending }: FiguresProps) {
  const isHidden = useHidden() === 'lists'
  return (
    <section aria-label={heading} className="flex flex-col gap-2 rounded-card bg-surface shadow-lift p-4">
      <p className="text-small text-ink-2">{heading}</p>
      <p className="font-head text-amount font-semibold">
        {isHidden ? HIDDEN_AMOUNT : <Amount amountKobo={of.marginKobo} />}
      </p>
      {of.count === 0 || isHidden ? null : (
        <p className="text-small text-ink-2">
          {BigInt(of.marginKobo) < 0n ? 'below what you paid' : 'is yours'}: sold for{' '}
          {formatNaira(BigInt(of.salesKobo))}, paid {formatNaira(BigInt(of.costKobo))}.
        </p>
      )}
      <p className="text-small text-ink-2">
        {of.count === 1 ? '1 sale' : `${of.count} sales`} delivered.
        {pending.count === 0 ? '' : ` ${pending.count} on the way, not counted yet.`}
      </p>
    </section>
  )
}
