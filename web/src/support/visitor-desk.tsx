import { useEffect, useState } from 'react'
import type { CaseSummary } from '#contract/support.ts'
import type { VisitorPass } from '#contract/visitors.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { isRefusal, messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CaseReport } from './case-report.tsx'
import { CASE_ROW, CaseSummaryLine } from './case-summary-line.tsx'
import { visitorExpectation } from './case-words.ts'
import { MessageForm } from './message-form.tsx'
import { ReportForm } from './report-form.tsx'
import { useReportForm } from './use-report-form.ts'
import { useVisitorCase, useVisitorCases, useVisitorMessage, useVisitorReport } from './visitor-support.ts'

type VisitorDeskProps = {
  pass: VisitorPass
  email: string
  onLeave: () => void
  /** The pass has ended: a new code is needed. */
  onEnded: () => void
}

/** A visitor's reports, and a form for another one. */
export function VisitorDesk({ pass, email, onLeave, onEnded }: VisitorDeskProps) {
  const [shown, setShown] = useState<string | null>(null)
  return (
    <>
      <p className="text-small text-ink-2">
        Your email: <span className="font-medium wrap-anywhere text-ink">{email}</span>
      </p>
      {shown === null ? (
        <Reports pass={pass} onOpen={setShown} onEnded={onEnded} />
      ) : (
        <OneReport pass={pass.pass} id={shown} onBack={() => setShown(null)} onEnded={onEnded} />
      )}
      <Button tone="plain" wide onClick={onLeave}>
        I am done
      </Button>
    </>
  )
}

type ReportsProps = { pass: VisitorPass; onOpen: (id: string) => void; onEnded: () => void }

function Reports({ pass, onOpen, onEnded }: ReportsProps) {
  const { data: cases, error } = useVisitorCases(pass)
  const report = useVisitorReport(pass.pass)
  const state = useReportForm(report, { transactionId: null, onSent: ({ id }) => onOpen(id) })
  useEnded(error ?? report.error, onEnded)
  return (
    <>
      {cases.length === 0 ? null : <ReportList cases={cases} onOpen={onOpen} />}
      <section aria-labelledby="new-report" className="flex flex-col gap-3">
        <h2 id="new-report" className="text-h2">
          Write to support
        </h2>
        <ReportForm state={state} suggested={null} />
      </section>
    </>
  )
}

function ReportList({ cases, onOpen }: { cases: readonly CaseSummary[]; onOpen: (id: string) => void }) {
  return (
    <section aria-labelledby="reports" className="flex flex-col gap-2">
      <h2 id="reports" className="text-h2">
        Your reports
      </h2>
      <ul className="overflow-hidden rounded-card bg-surface shadow-lift">
        {cases.map((each) => (
          <li key={each.id} className="border-b border-line last:border-b-0">
            <button type="button" className={CASE_ROW} onClick={() => onOpen(each.id)}>
              <CaseSummaryLine of={each} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type OneReportProps = { pass: string; id: string; onBack: () => void; onEnded: () => void }

function OneReport({ pass, id, onBack, onEnded }: OneReportProps) {
  const { data: detail, error } = useVisitorCase(pass, id)
  const sandbox = useInstallation().data?.mode === 'sandbox'
  const write = useVisitorMessage(pass, id)
  useEnded(error ?? write.error, onEnded)
  return (
    <>
      {error === null ? null : (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      {detail === undefined ? null : (
        <CaseReport detail={detail} awaited={visitorExpectation(detail, sandbox)}>
          {detail.status === 'closed' ? null : <MessageForm draft={null} write={write} />}
        </CaseReport>
      )}
      <Button tone="quiet" wide onClick={onBack}>
        All your reports
      </Button>
    </>
  )
}

function useEnded(error: unknown, onEnded: () => void): void {
  const ended = isRefusal(error, 'visitor.pass-ended')
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each pass that has ended
  useEffect(() => {
    if (ended) onEnded()
  }, [ended])
}
