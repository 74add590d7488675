import { useLocation } from 'react-router'
import { Link, useSearchParams } from '#web/lib/routing.tsx'

const VIEW = 'view'
const SUMMARY = 'summary'

/** Whether the address asks for the figures and the statement; by default it shows the list. */
export function useIsSummary(): boolean {
  return useSearchParams()[0].get(VIEW) === SUMMARY
}

/** The two views of the history. Switching keeps the search and adds no entry to the browser's history. */
export function HistoryTabs() {
  const isSummary = useIsSummary()
  return (
    <nav aria-label="History" className="flex flex-wrap rounded-control bg-sunken">
      <Tab view={null} isCurrent={!isSummary}>
        Transactions
      </Tab>
      <Tab view={SUMMARY} isCurrent={isSummary}>
        Summary
      </Tab>
    </nav>
  )
}

function Tab({ view, isCurrent, children }: { view: string | null; isCurrent: boolean; children: string }) {
  const [parameters] = useSearchParams()
  const { state } = useLocation()
  const search = new URLSearchParams(parameters)
  if (view === null) search.delete(VIEW)
  else search.set(VIEW, view)
  return (
    <Link
      to={{ search: search.toString() }}
      state={state}
      replace
      aria-current={isCurrent ? 'page' : undefined}
      className="flex min-h-12 flex-auto basis-28 items-center justify-center rounded-control border border-transparent px-1 font-medium text-ink-2 aria-[current=page]:border-control aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-ink"
    >
      {children}
    </Link>
  )
}
