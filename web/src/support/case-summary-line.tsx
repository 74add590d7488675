import { ChevronRight } from 'lucide-react'
import type { CaseSummary } from '#contract/support.ts'
import { formatMoment } from '#contract/time.ts'
import { CaseStatusChip } from './case-status-chip.tsx'
import { TOPICS } from './case-words.ts'

/** The classes of the link or button that opens a report. */
export const CASE_ROW = 'flex min-h-16 w-full items-center gap-3 px-4 py-2.5 text-left -outline-offset-3'

/** A report as a row of a list. */
export function CaseSummaryLine({ of }: { of: CaseSummary }) {
  const { trackingNumber, topic, createdAt } = of
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0">
          <span className="block font-medium">{TOPICS[topic]}</span>
          <span className="block text-small text-ink-2 tabular">{trackingNumber}</span>
          <span className="block text-caption text-ink-3">{formatMoment(createdAt)}</span>
        </span>
        <CaseStatusChip of={of} />
      </span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-ink-3" />
    </>
  )
}
