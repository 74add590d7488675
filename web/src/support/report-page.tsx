import { useNavigate, useSearchParams } from 'react-router'
import type { CaseTopic } from '#contract/support.ts'
import { useTransaction } from '#web/activity/history/get-transaction.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { topicOf } from './case-words.ts'
import { lengthText } from './check-report.ts'
import { ReportedPayment } from './reported-payment.tsx'
import { TopicField } from './topic-field.tsx'
import { type ReportState, useReportForm } from './use-report-form.ts'

/** Tells support about a problem, with the payment it is about when it comes from one. */
export default function ReportPage() {
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const transactionId = query.get('transaction')
  const state = useReportForm(transactionId, ({ id }) => navigate(`/support/cases/${id}`, { replace: true }))

  function leaveOut() {
    state.clear()
    setQuery({}, { replace: true })
  }

  return (
    <Page
      title="Report a problem"
      back={transactionId === null ? '/support' : `/history/${encodeURIComponent(transactionId)}`}
    >
      {transactionId === null ? (
        <ReportForm state={state} suggested={null} />
      ) : (
        <>
          <ReportedPayment id={transactionId} onLeaveOut={leaveOut} />
          <FormAbout state={state} transactionId={transactionId} />
        </>
      )}
    </Page>
  )
}

/** What a payment is tells what its problem is about, most of the time. */
function FormAbout({ state, transactionId }: { state: ReportState; transactionId: string }) {
  const kind = useTransaction(transactionId).data?.transaction.kind
  return <ReportForm state={state} suggested={kind === undefined ? null : topicOf(kind)} />
}

function ReportForm({ state, suggested }: { state: ReportState; suggested: CaseTopic | null }) {
  const { element, topic, text, problems, sending, refusal } = state
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        state.submit(suggested)
      }}
      className="flex flex-col gap-4"
    >
      <TopicField topic={topic ?? suggested} error={problems.topic} onChoose={state.chooseTopic} />
      <TextArea
        label="What happened?"
        value={text}
        onChange={(event) => state.write(event.target.value)}
        hint={lengthText(text)}
        error={problems.text}
      />
      <p className="text-small text-ink-2">
        What you did, what you saw, and when. Never write your PIN or your password: support does not need them.
      </p>
      {refusal === null ? null : (
        <Notice tone="bad" role="alert">
          {refusal}
        </Notice>
      )}
      <Button type="submit" wide busy={sending && 'Sending…'}>
        Send report
      </Button>
    </form>
  )
}
