import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { CaseSummary } from '#contract/support.ts'
import { CASES_SHOWN_MAX } from '#contract/support-limits.ts'
import { formatMoment } from '#contract/time.ts'
import { Unread } from '#web/ui/unread.tsx'
import { CaseStatusChip } from './case-status-chip.tsx'
import { TOPICS } from './case-words.ts'
import { useCases } from './get-cases.ts'

/** What the person reported, and where each report stands. */
export function CaseList() {
  const { data: cases, error, refetch } = useCases()
  return (
    <section aria-labelledby="reports" className="flex flex-col gap-2">
      <h2 id="reports" className="text-h2">
        Your reports
      </h2>
      <Unread error={error} onTryAgain={refetch} />
      {cases === undefined ? (
        error === null && <div aria-hidden className="min-h-16 rounded-card border border-line bg-surface" />
      ) : cases.length === 0 ? (
        <p className="text-ink-2">You have not reported anything.</p>
      ) : (
        <ul className="overflow-hidden rounded-card border border-line bg-surface">
          {cases.map((each) => (
            <CaseRow key={each.id} of={each} />
          ))}
        </ul>
      )}
      {cases?.length === CASES_SHOWN_MAX ? (
        <p className="text-caption text-ink-3">These are your last {CASES_SHOWN_MAX}.</p>
      ) : null}
    </section>
  )
}

function CaseRow({ of: { id, trackingNumber, topic, status, createdAt } }: { of: CaseSummary }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link to={`/support/cases/${id}`} className="flex min-h-16 items-center gap-3 px-4 py-2.5 -outline-offset-3">
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0">
            <span className="block font-medium">{TOPICS[topic]}</span>
            <span className="block text-small text-ink-2 tabular">{trackingNumber}</span>
            <span className="block text-caption text-ink-3">{formatMoment(createdAt)}</span>
          </span>
          <CaseStatusChip status={status} />
        </span>
        <ChevronRight aria-hidden size={20} className="shrink-0 text-ink-3" />
      </Link>
    </li>
  )
}
