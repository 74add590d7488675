import type { ReactNode } from 'react'
import type { CaseDetail, CaseMessage } from '#contract/support.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { CaseMessages } from './case-messages.tsx'
import { CaseStatusChip } from './case-status-chip.tsx'
import { statusSentence, TOPICS } from './case-words.ts'

type CaseReportProps = {
  detail: CaseDetail
  /** The payment it is about. */
  payment?: ReactNode
  /** What can be said about an answer that has not come yet. */
  awaited: string | null
  showPictures?: (message: CaseMessage) => ReactNode
  /** The reply form, or another next step. */
  children: ReactNode
}

/** One report: its number, what operators did, and its messages. */
export function CaseReport({ detail, payment, awaited, showPictures, children }: CaseReportProps) {
  return (
    <>
      <section aria-label="Tracking" className="flex flex-col gap-3 rounded-card bg-surface shadow-lift p-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="text-small text-ink-2">Tracking number</p>
            <p className="font-head text-h1 font-semibold tabular wrap-anywhere">{detail.trackingNumber}</p>
          </div>
          <CopyButton label="Tracking number" text={detail.trackingNumber} />
        </div>
        <p className="text-small text-ink-2">{TOPICS[detail.topic]}</p>
        <div aria-live="polite" className="flex flex-col items-start gap-1">
          <CaseStatusChip of={detail} />
          <p className="text-small text-ink-2">{statusSentence(detail)}</p>
        </div>
      </section>
      {payment}
      <CaseMessages messages={detail.messages} showPictures={showPictures} />
      {awaited === null ? null : <p className="text-small text-ink-2">{awaited}</p>}
      {children}
    </>
  )
}
