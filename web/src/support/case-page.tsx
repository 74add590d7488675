import type { CaseDetail, CaseMessage } from '#contract/support.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { messageOf } from '#web/lib/api.ts'
import { useParams } from '#web/lib/routing.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { PictureField } from '#web/ui/pictures/picture-field.tsx'
import { useChosenPictures } from '#web/ui/pictures/use-chosen-pictures.ts'
import { CasePicture } from './case-picture.tsx'
import { CaseReport } from './case-report.tsx'
import { expectation, PICTURES_HINT, removedPictures } from './case-words.ts'
import { useCase } from './get-cases.ts'
import { MessageForm } from './message-form.tsx'
import { ReportedPayment } from './reported-payment.tsx'
import { useWriteMessage } from './write-case.ts'

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
  const write = useWriteMessage(detail.id)
  const pictures = useChosenPictures()
  return (
    <CaseReport
      detail={detail}
      payment={detail.transactionId === null ? null : <ReportedPayment id={detail.transactionId} />}
      awaited={expectation(detail, sandbox)}
      showPictures={(message) => <MessagePictures of={message} />}
    >
      {detail.status === 'closed' ? (
        <ButtonLink to="/support/report" tone="quiet" wide>
          Report another problem
        </ButtonLink>
      ) : (
        <MessageForm
          draft={`reply ${detail.id}`}
          write={write}
          enclosed={{ chosen: pictures.chosen }}
          isAdding={pictures.isAdding}
          onSent={pictures.clear}
        >
          <PictureField state={pictures} disabled={write.isPending} hint={PICTURES_HINT} />
        </MessageForm>
      )}
    </CaseReport>
  )
}

function MessagePictures({ of: { pictures, picturesRemoved, from } }: { of: CaseMessage }) {
  const removed = removedPictures(picturesRemoved)
  return (
    <>
      {pictures.length === 0 ? null : (
        <div className="flex flex-wrap gap-2 pt-2">
          {pictures.map((picture) => (
            <CasePicture key={picture.id} picture={picture} from={from} />
          ))}
        </div>
      )}
      {removed === null ? null : <p className="pt-1 text-caption text-ink-2">{removed}</p>}
    </>
  )
}
