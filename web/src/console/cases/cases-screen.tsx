import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CasesAnswer } from '#contract/console/cases.ts'
import { CASES_PAGE, CASES_SHOWN_MAX } from '#contract/console/limits.ts'
import { call } from '#web/console/call.ts'
import { CutNote } from '#web/console/cut-note.tsx'
import { SavedFilters } from '#web/console/filters/saved-filters.tsx'
import { useFilters } from '#web/console/filters/use-filters.ts'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Link, useSearchParams } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { CASE_FILTERS, CaseFilterForm } from './case-filter-form.tsx'
import { CaseScreen } from './case-screen.tsx'
import { STATUS_NAMES, topicInWords } from './case-words.ts'
import { Clock } from './clock.tsx'

/** The case that the address names, or the cases its filters match: without filters, all that are not closed. */
export default function CasesScreen() {
  const [params] = useSearchParams()
  const number = params.get('case')
  return number === null ? <Queue /> : <CaseScreen key={number} number={number} />
}

/** The next deadline first, then cases waiting for customers, then cases waiting for nobody. */
function Queue() {
  const [filters, setFilters] = useFilters(CASE_FILTERS)
  const isFiltered = Object.keys(filters).length > 0
  const [pages, setPages] = useState(1)
  const { data, error, isFetching } = useQuery({
    queryKey: ['cases', filters, pages],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ ...filters, pages: `${pages}` })
      return await call<CasesAnswer>('GET', `/api/admin/cases?${query}`, undefined, signal)
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return (
    <>
      <ScreenHead title="Cases" error={error} />
      <CaseFilterForm
        filters={filters}
        onChange={(changed) => {
          setPages(1)
          setFilters(changed)
        }}
      />
      <SavedFilters screen="cases" filters={filters} />
      {data?.cases.length === 0 ? (
        <p className="text-ink-2">{isFiltered ? 'No case matches these filters.' : 'No case is open.'}</p>
      ) : null}
      <ul className="flex flex-col gap-2">
        {data?.cases.map(({ trackingNumber, status, topic, lastFrom, lastAt, clock }) => (
          <li key={trackingNumber} className="rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border">
            <Link
              to={`?${new URLSearchParams({ ...filters, case: trackingNumber })}`}
              className="inline-flex min-h-12 items-center font-medium text-brand"
            >
              {trackingNumber}
            </Link>
            <p className="text-small">{`${topicInWords(topic)} · ${STATUS_NAMES[status]}`}</p>
            <Clock of={clock} />
            <p className="text-caption text-ink-2">
              {`${lastFrom === 'you' ? 'The customer' : 'We'} wrote last, ${momentOf(lastAt)}.`}
            </p>
          </li>
        ))}
      </ul>
      {data === undefined ? null : (
        <CutNote isCut={data.cases.length < data.total}>
          {`These are ${data.cases.length} of ${data.total} cases, those that come first.`}
          {pages * CASES_PAGE >= CASES_SHOWN_MAX ? ' Filter them to see the others.' : ''}
        </CutNote>
      )}
      {data !== undefined && data.cases.length < data.total && pages * CASES_PAGE < CASES_SHOWN_MAX ? (
        <Button tone="quiet" busy={isFetching && 'Loading…'} onClick={() => setPages(pages + 1)}>
          Show more cases
        </Button>
      ) : null}
    </>
  )
}
