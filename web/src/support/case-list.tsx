import type { CaseSummary } from '#contract/support.ts'
import { CASES_SHOWN_MAX } from '#contract/support-limits.ts'
import { Link } from '#web/lib/routing.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { CASE_ROW, CaseSummaryLine } from './case-summary-line.tsx'
import { useCases } from './get-cases.ts'

/** The person's reports, each with its status. */
export function CaseList() {
  const { data: cases, error, refetch } = useCases()
  return (
    <section aria-labelledby="reports" className="flex flex-col gap-2">
      <h2 id="reports" className="text-h2">
        Your reports
      </h2>
      <LoadFailed error={error} onTryAgain={refetch} />
      {cases === undefined ? (
        error === null && <div aria-hidden className="min-h-16 rounded-card bg-surface shadow-lift" />
      ) : cases.length === 0 ? (
        <p className="text-ink-2">You have not reported anything.</p>
      ) : (
        <ul className="overflow-hidden rounded-card bg-surface shadow-lift">
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

function CaseRow({ of }: { of: CaseSummary }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link to={`/support/cases/${of.id}`} className={CASE_ROW}>
        <CaseSummaryLine of={of} />
      </Link>
    </li>
  )
}
