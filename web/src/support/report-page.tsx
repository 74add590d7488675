import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useTransaction } from '#web/activity/history/get-transaction.ts'
import { useSearchParams } from '#web/lib/routing.tsx'
import { Page } from '#web/ui/page.tsx'
import { PictureField } from '#web/ui/pictures/picture-field.tsx'
import { useChosenPictures } from '#web/ui/pictures/use-chosen-pictures.ts'
import { PICTURES_HINT, topicOf } from './case-words.ts'
import { ReportForm } from './report-form.tsx'
import { ReportedPayment } from './reported-payment.tsx'
import { type ReportState, useReportForm } from './use-report-form.ts'
import { useReport } from './write-case.ts'

/** Tells support about a problem, with the payment it is about when it comes from one. */
export default function ReportPage() {
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const transactionId = query.get('transaction')
  const pictures = useChosenPictures()
  const state = useReportForm(useReport(), {
    transactionId,
    pictures,
    onSent: ({ id }) => void navigate(`/support/cases/${id}`, { replace: true }),
  })

  const choosing = <PictureField state={pictures} disabled={state.sending} hint={PICTURES_HINT} />

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
        <ReportForm state={state} suggested={null}>
          {choosing}
        </ReportForm>
      ) : (
        <>
          <ReportedPayment id={transactionId} onLeaveOut={leaveOut} />
          <FormAbout state={state} transactionId={transactionId}>
            {choosing}
          </FormAbout>
        </>
      )}
    </Page>
  )
}

type FormAboutProps = { state: ReportState; transactionId: string; children: ReactNode }

/** The kind of a payment suggests the topic of its problem. */
function FormAbout({ state, transactionId, children }: FormAboutProps) {
  const kind = useTransaction(transactionId).data?.transaction.kind
  return (
    <ReportForm state={state} suggested={kind === undefined ? null : topicOf(kind)}>
      {children}
    </ReportForm>
  )
}
