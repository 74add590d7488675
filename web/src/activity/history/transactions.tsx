import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { formatNaira } from '#contract/money.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Days } from '#web/ui/days.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import { useListText } from '#web/wallet/hidden-amounts.ts'
import { type DayTotal, dayTotals } from './day-totals.ts'
import { Filters } from './filters.tsx'
import { useTransactions } from './get-transactions.ts'
import { chosenFilters, type HistoryFilter } from './history-filter.ts'
import { NEWEST_FIRST, useHistorySort } from './history-sort.ts'
import { HistoryTabs } from './history-tabs.tsx'
import { TransactionRow } from './transaction-row.tsx'

// Fetched by wide windows alone.
const HistoryTable = lazy(() => import('./history-table.tsx'))

const TYPING_PAUSE_MS = 300

type TransactionsProps = { filter: HistoryFilter; change: (changes: Partial<HistoryFilter>) => void }

/** The list with its search: grouped by day on a phone, a sortable table on a wide window. */
export function Transactions({ filter, change }: TransactionsProps) {
  const { text, search, choose } = useSearch(filter, change)
  const isWide = useWide()
  const place = useLocation()
  const [sort, onSort] = useHistorySort()
  const pages = useTransactions(filter, isWide ? sort : NEWEST_FIRST)
  const found = pages.data?.pages.flatMap((page) => page.transactions)
  const isSearch = filter.q !== '' || chosenFilters(filter).length > 0
  const totals = isSearch || found === undefined ? NO_TOTALS : dayTotals(found, pages.hasNextPage)
  return (
    <>
      <div className="flex flex-col gap-2">
        <HistoryTabs />
        <Filters text={text} onText={search} filter={filter} onChange={choose} />
      </div>
      <ErrorNotice error={pages.error} />
      <div role="status" className="sr-only">
        {found === undefined ? '' : `${found.length} ${found.length === 1 ? 'transaction' : 'transactions'} shown`}
      </div>
      {found === undefined ? (
        pages.error === null && (
          <p className="text-ink-2">Your payments and the money you receive appear here by day.</p>
        )
      ) : found.length === 0 ? (
        <NothingFound filtered={isSearch} />
      ) : isWide ? (
        <Suspense>
          <HistoryTable found={found} hasMore={pages.hasNextPage} sort={sort} onSort={onSort} />
        </Suspense>
      ) : (
        <Days of={found} at={({ createdAt }) => createdAt} aside={(day) => <DaySums total={totals.get(day)} />}>
          {(each) => (
            <TransactionRow
              key={each.id}
              transaction={each}
              list={{ search: place.search, state: place.state }}
              isUnderDay
            />
          )}
        </Days>
      )}
      <ShowMore pages={pages} />
    </>
  )
}

/** A search has no totals: part of a day would look like the whole day. */
const NO_TOTALS: ReturnType<typeof dayTotals> = new Map()

/** Money in and out on one day. */
function DaySums({ total }: { total: DayTotal | undefined }) {
  const shown = useListText()
  if (total === undefined) return null
  const { inKobo, outKobo } = total
  return (
    <p className="flex flex-wrap gap-x-2 font-head text-small font-semibold tabular">
      {inKobo === 0n ? null : (
        <span className="text-ok">
          <span className="sr-only">In </span>
          {shown(`+${formatNaira(inKobo)}`)}
        </span>
      )}
      {outKobo === 0n ? null : (
        <span className="text-ink-2">
          <span className="sr-only">Out </span>
          {shown(formatNaira(-outKobo))}
        </span>
      )}
    </p>
  )
}

/** Searches typed text once typing pauses. Other changes apply at once, and clearing the filters clears the field. */
function useSearch(filter: HistoryFilter, change: (changes: Partial<HistoryFilter>) => void) {
  const [text, setText] = useState(filter.q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    text,
    search(typed: string) {
      setText(typed)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => change({ q: typed }), TYPING_PAUSE_MS)
    },
    choose(changes: Partial<HistoryFilter>) {
      if (changes.q !== undefined) {
        clearTimeout(timer.current)
        setText(changes.q)
      }
      change(changes)
    },
  }
}

function NothingFound({ filtered }: { filtered: boolean }) {
  if (filtered) return <p className="py-8 text-center text-ink-2">Nothing matches this search.</p>
  return (
    <div className="flex flex-col items-center gap-4 py-8 text-center">
      <p className="text-ink-2">No transactions yet.</p>
      <ButtonLink to="/fund">Add money</ButtonLink>
    </div>
  )
}
