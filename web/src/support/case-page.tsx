import { useParams } from 'react-router'
import type { CaseDetail } from '#contract/support.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { messageOf } from '#web/lib/api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { CaseMessages } from './case-messages.tsx'
import { CaseStatusChip } from './case-status-chip.tsx'
import { expectation, statusSentence, TOPICS } from './case-words.ts'
import { useCase } from './get-cases.ts'
import { MessageForm } from './message-form.tsx'
import { ReportedPayment } from './reported-payment.tsx'

/** One report: its status, its messages, and a reply form. Updates live. */
export default function CasePage() {
  const { id = '' } = useParams()
  const { data: detail, error, refetch } = useCase(id)
  if (detail === undefined && error === null) return <Loading />
  return (
    <Page title="Your report" back="/support">
      {error === null ? null : (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      {detail === undefined ? (
        <>
          <Button tone="quiet" wide onClick={() => void refetch()}>
            Try again
          </Button>
          <ButtonLink to="/support">Back to Support</ButtonLink>
        </>
      ) : (
        <Report detail={detail} />
      )}
    </Page>
  )
}

function Report({ detail }: { detail: CaseDetail }) {
  const sandbox = useInstallation().data?.mode === 'sandbox'
  const awaited = expectation(detail, sandbox)
  return (
    <>
      <section aria-label="Tracking" className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="text-small text-ink-2">Tracking number</p>
            <p className="font-head text-h1 font-semibold tabular wrap-anywhere">{detail.trackingNumber}</p>
          </div>
          <CopyButton label="Tracking number" text={detail.trackingNumber} />
        </div>
        <p className="text-small text-ink-2">{TOPICS[detail.topic]}</p>
        <div aria-live="polite" className="flex flex-col items-start gap-1">
          <CaseStatusChip status={detail.status} />
          <p className="text-small text-ink-2">{statusSentence(detail)}</p>
        </div>
      </section>
      {detail.transactionId === null ? null : <ReportedPayment id={detail.transactionId} />}
      <CaseMessages messages={detail.messages} />
      {awaited === null ? null : <p className="text-small text-ink-2">{awaited}</p>}
      {detail.status === 'closed' ? (
        <ButtonLink to="/support/report" tone="quiet" wide>
          Report another problem
        </ButtonLink>
      ) : (
        <MessageForm id={detail.id} />
      )}
    </>
  )
}
