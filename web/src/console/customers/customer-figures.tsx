import type { ReactNode } from 'react'
import type { CustomerAnswer } from '#contract/console/customers.ts'
import { CUSTOMER_MONEY_DAYS } from '#contract/console/limits.ts'
import { percentOf } from '#contract/money.ts'
import { nairaOf } from '#web/console/naira-of.ts'

/** The money of a customer at a glance. */
export function CustomerFigures({ customer: { money } }: { customer: CustomerAnswer }) {
  const { availableKobo, heldKobo, inKobo, outKobo, spentTodayKobo, dailyLimitKobo } = money
  return (
    <section aria-label="Money">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3">
        <Figure name="Available">{nairaOf(availableKobo)}</Figure>
        <Figure name="Held">{nairaOf(heldKobo)}</Figure>
        <Figure name={`In, last ${CUSTOMER_MONEY_DAYS} days`} look="text-ok">
          {nairaOf(inKobo)}
        </Figure>
        <Figure name={`Out, last ${CUSTOMER_MONEY_DAYS} days, without pending`}>{nairaOf(outKobo)}</Figure>
        <Figure
          name={`Today, of ${nairaOf(dailyLimitKobo)}`}
          below={
            <span className="mt-1.5 block h-2 overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-brand forced-colors:bg-[Highlight]"
                style={{ width: `${percentOf(BigInt(spentTodayKobo), BigInt(dailyLimitKobo))}%` }}
              />
            </span>
          }
        >
          {nairaOf(spentTodayKobo)}
        </Figure>
      </dl>
    </section>
  )
}

type FigureProps = {
  readonly name: string
  readonly look?: string
  readonly below?: ReactNode
  readonly children: string
}

function Figure({ name, look = '', below = null, children }: FigureProps) {
  return (
    <div className="rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border">
      <dt className="text-small leading-snug text-ink-3">{name}</dt>
      <dd>
        <span className={`font-head text-h1 font-semibold tabular wrap-anywhere ${look}`}>{children}</span>
        {below}
      </dd>
    </div>
  )
}
