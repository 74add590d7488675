import { useState } from 'react'
import { BALANCE_AFTER } from '#contract/terms.ts'
import type { TermsLine } from '#web/lib/terms.ts'
import { HIDDEN_AMOUNT, useIsBalanceHidden } from '#web/wallet/hidden-amounts.ts'

/** The amount that leads the terms, as the title of their sheet. */
export function AmountTitle({ leading }: { leading: TermsLine | undefined }) {
  if (leading === undefined) return <>Check and approve</>
  return (
    <>
      <span className="block font-sans text-small font-normal text-ink-2">{leading.label} </span>
      {/* A larger text size does not enlarge what is large already. */}
      <span className="block text-[min(2.25rem,10vw,36px)] leading-[1.15] tabular">{leading.value}</span>
    </>
  )
}

/** The recipient: the first line as a name, the others in one line. Larger text hides the labels, for the eye only. */
export function WhoGetsIt({ lines }: { lines: readonly TermsLine[] }) {
  return (
    <div className="@container border-b border-line pb-2">
      <dl className="flex flex-wrap gap-x-3">
        {lines.map(({ label, value }, place) => (
          <div key={label} className={`flex flex-wrap gap-x-1.5 ${place === 0 ? 'w-full' : 'text-small'}`}>
            <dt className="self-center text-small text-ink-2 @max-[14rem]:sr-only">{label}</dt>
            <dd className={`tabular wrap-anywhere ${place === 0 ? 'font-semibold' : 'font-medium'}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** All these lines, in order. A hidden balance can be shown with a tap, because it is part of what is approved. */
export function TermsList({ lines }: { lines: readonly TermsLine[] }) {
  return (
    <dl className="mt-2 rounded-tile px-3.5 py-1.5 text-small ring-line">
      {lines.map(({ label, value }) => (
        <div key={`${label} ${value}`} className="flex flex-wrap justify-between gap-x-4 py-[2px]">
          <dt className="text-ink-2">{label}</dt>
          <dd className="ml-auto text-right font-medium tabular wrap-anywhere">
            {label === BALANCE_AFTER ? <MayBeHidden amount={value} /> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function MayBeHidden({ amount }: { amount: string }) {
  const isHidden = useIsBalanceHidden()
  const [isAskedFor, setIsAskedFor] = useState(false)
  if (!isHidden || isAskedFor) return <>{amount}</>
  return (
    <button type="button" onClick={() => setIsAskedFor(true)} className="-my-1 min-h-6 px-1 font-semibold text-brand">
      <span aria-hidden>{HIDDEN_AMOUNT} </span>Show
    </button>
  )
}
