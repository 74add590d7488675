import type { ReactNode } from 'react'
import { EXCEPTION_KINDS } from '#contract/console/breaks.ts'
import { providerName } from '#contract/console/provider-names.ts'
import type { Difference } from '#contract/console/reconciliation.ts'
import { nairaOf } from '#web/console/naira-of.ts'

type TwoSidesProps<Each extends Difference> = {
  readonly caption: string
  readonly differences: readonly Each[]
  /** In front of a difference's number. */
  readonly mark?: (difference: Each) => ReactNode
  /** What else is shown of a difference, below its reference. */
  readonly more?: (difference: Each) => ReactNode
  readonly action?: (difference: Each) => ReactNode
}

const NUMBERS = ['Provider', 'Our ledger', 'Difference', 'Running'] as const

/** What both books say of each difference, side by side with the running difference of its provider. */
export function TwoSides<Each extends Difference>(props: TwoSidesProps<Each>) {
  const { caption, differences, mark, more, action } = props
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a table shown as blocks loses its meaning without them
    <>
      <p className="text-caption text-ink-2">
        Amounts are what each book has added to our balance at the provider for it. Below zero, it was taken out. The
        difference is how much more the provider holds.
      </p>
      <table
        role="table"
        className="block w-full rounded-tile bg-surface px-3.5 text-small shadow-lift lg:table forced-colors:border"
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="hidden lg:table-header-group">
          <tr role="row" className="border-b border-line text-left text-caption text-ink-2">
            <th role="columnheader" scope="col" className="px-3.5 py-2.5 font-semibold">
              What differs
            </th>
            {NUMBERS.map((name) => (
              <th key={name} role="columnheader" scope="col" className="px-3.5 py-2.5 text-right font-semibold">
                {name}
              </th>
            ))}
            {action === undefined ? null : (
              <th role="columnheader" scope="col" className="px-3.5 py-2.5 font-semibold">
                Next step
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block lg:table-row-group">
          {differences.map((each) => (
            <tr
              key={each.number}
              role="row"
              className="block border-b border-line py-3 last:border-b-0 lg:table-row lg:align-top"
            >
              <th
                role="rowheader"
                scope="row"
                className="block min-w-0 text-left font-normal wrap-anywhere lg:table-cell lg:px-3.5 lg:py-3"
              >
                <span className="flex items-center gap-3 font-medium">
                  {mark?.(each)}
                  {`${each.number} · ${EXCEPTION_KINDS[each.kind].name} · ${providerName(each.provider)}`}
                </span>
                <span className="block">{each.detail}</span>
                <span className="block text-caption text-ink-2">{each.reference}</span>
                {more?.(each)}
              </th>
              {amountsOf(each).map((text, place) => (
                <td
                  key={NUMBERS[place]}
                  role="cell"
                  className="flex flex-wrap justify-between gap-x-3 tabular lg:table-cell lg:px-3.5 lg:py-3 lg:text-right lg:whitespace-nowrap"
                >
                  <span className="text-ink-2 lg:hidden">{NUMBERS[place]}</span>
                  {text}
                </td>
              ))}
              {action === undefined ? null : (
                <td role="cell" className="block lg:table-cell lg:px-3.5 lg:py-1">
                  {action(each)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  )
}

/** In the order of NUMBERS. */
function amountsOf({ providerKobo, ledgerKobo, differenceKobo, runningKobo }: Difference): string[] {
  const unknown = providerKobo === null && ledgerKobo === null ? 'not recorded' : 'not known yet'
  return [
    providerKobo === null ? unknown : nairaOf(providerKobo),
    ledgerKobo === null ? unknown : nairaOf(ledgerKobo),
    differenceKobo === null ? 'not known yet' : nairaOf(differenceKobo),
    nairaOf(runningKobo),
  ]
}
