import { AGE_NAMES, AGES, type Age, BREAK_TYPES, type BreakType, TYPE_NAMES } from '#contract/console/breaks.ts'
import type { Counted } from '#contract/console/reconciliation.ts'
import { nairaOf } from '#web/console/naira-of.ts'
import { Link } from '#web/lib/routing.tsx'
import { type Filters, withFilters } from './filters.ts'

type CountsTableProps = { readonly counts: readonly Counted[]; readonly filters: Filters }

type Sum = Pick<Counted, 'count' | 'sumKobo' | 'unknown'>

/** The open differences by type and age, with their sums. Each count links to its differences. */
export function CountsTable({ counts, filters: { provider } }: CountsTableProps) {
  if (counts.length === 0) return null
  const types = TYPE_NAMES.filter((type) => counts.some((each) => each.type === type))
  const of = (type?: BreakType, age?: Age) =>
    sumOf(counts.filter((each) => (type ?? each.type) === each.type && (age ?? each.age) === each.age))
  const filtersOf = (type?: BreakType, age?: Age): Filters => ({
    ...(provider === undefined ? {} : { provider }),
    ...(type === undefined ? {} : { type }),
    ...(age === undefined ? {} : { age }),
  })
  const rows = [...types.map((type) => ({ type, name: BREAK_TYPES[type] })), { type: undefined, name: 'All types' }]
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a table shown as blocks loses its meaning without them
    <table
      role="table"
      className="block w-full rounded-tile bg-surface px-3.5 text-small tabular shadow-lift md:table forced-colors:border"
    >
      <caption className="sr-only">Open differences by type and age</caption>
      <thead role="rowgroup" className="hidden md:table-header-group">
        <tr role="row" className="border-b border-line text-left text-caption text-ink-2">
          {['Type', ...AGE_NAMES.map((age) => AGES[age].name), 'All ages'].map((name, place) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={`px-3.5 py-2.5 font-semibold ${place === 0 ? '' : 'text-right'}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {rows.map(({ type, name }) => (
          <tr key={name} role="row" className="block border-b border-line py-2 last:border-b-0 md:table-row">
            <th role="rowheader" scope="row" className="block text-left font-medium md:table-cell md:px-3.5 md:py-2">
              {name}
            </th>
            {[...AGE_NAMES, undefined].map((age) => (
              <Count
                key={age ?? 'all'}
                of={of(type, age)}
                age={age === undefined ? 'All ages' : AGES[age].name}
                name={`${name}, ${age === undefined ? 'all ages' : AGES[age].name}`}
                to={withFilters(filtersOf(type, age))}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  )
}

function sumOf(counts: readonly Counted[]): Sum {
  return {
    count: counts.reduce((sum, each) => sum + each.count, 0),
    sumKobo: `${counts.reduce((sum, each) => sum + BigInt(each.sumKobo), 0n)}`,
    unknown: counts.reduce((sum, each) => sum + each.unknown, 0),
  }
}

type CountProps = { readonly of: Sum; readonly age: string; readonly name: string; readonly to: string }

function Count({ of: { count, sumKobo, unknown }, age, name, to }: CountProps) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: a table shown as blocks loses its meaning without it
      role="cell"
      className={`flex-wrap items-center justify-between gap-x-3 md:table-cell md:px-3.5 md:py-1 md:text-right ${count === 0 ? 'hidden' : 'flex'}`}
    >
      {count === 0 ? (
        <span className="text-ink-3">0</span>
      ) : (
        <>
          <span className="text-ink-2 md:hidden">{age}</span>
          <Link
            to={to}
            aria-label={`Show ${count}: ${name}`}
            className="inline-flex min-h-12 items-center underline underline-offset-4 md:min-h-6"
          >
            {count}
          </Link>
          <span className="md:block">{nairaOf(sumKobo)}</span>
          {unknown === 0 ? null : (
            <span className="text-caption text-ink-2 md:block">{`and ${unknown} not known yet`}</span>
          )}
        </>
      )}
    </td>
  )
}
