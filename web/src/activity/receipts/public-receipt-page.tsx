import { useParams } from 'react-router'
import { NOT_PROOF, receiptLines } from '#contract/receipt-text.ts'
import type { PublicReceipt } from '#contract/receipts.ts'
import { formatMoment } from '#contract/time.ts'
import { isRefusal, messageOf } from '#web/lib/api.ts'
import { Amount } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { ReceiptList } from '#web/ui/receipt-list.tsx'
import { STATUSES } from '#web/ui/status-chip.tsx'
import { useReceipt } from './get-receipt.ts'
import { ON_PAPER, PracticeFace } from './practice-face.tsx'

/** What a recipient of a receipt sees: the payment's current status, by the server that issued it. */
export default function PublicReceiptPage() {
  const { code = '' } = useParams()
  const { data: receipt, error, isFetching, refetch } = useReceipt(code)
  if (isRefusal(error, 'receipt.not-found')) return <UnknownReceipt code={code} />
  if (receipt === undefined && error === null) return <Loading />
  return (
    <Page title="Receipt">
      {error === null ? null : (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      {receipt === undefined ? null : <Face receipt={receipt} />}
      <Button tone="quiet" wide busy={isFetching && 'Looking…'} onClick={() => void refetch()}>
        Look again
      </Button>
      <p className="text-small text-ink-2">
        {location.host} reads this page from its own books each time it is opened. Names and numbers are partly hidden.
      </p>
    </Page>
  )
}

function Face({ receipt }: { receipt: PublicReceipt }) {
  const { word, icon: StatusIcon, text } = STATUSES[receipt.status]
  const sandbox = receipt.mode === 'sandbox'
  return (
    <>
      <article
        aria-label="Receipt"
        className={`relative isolate overflow-hidden rounded-card border border-line bg-surface ${sandbox ? ON_PAPER : ''}`}
      >
        {sandbox ? <PracticeFace /> : null}
        <div className="flex flex-col items-center gap-2 border-b border-dashed border-line px-4 py-5 text-center">
          <p className="text-ink-2">
            {receipt.title} · {receipt.brand}
          </p>
          <p className="font-head text-amount font-semibold wrap-anywhere">
            <Amount amountKobo={receipt.amountKobo} />
          </p>
          <div aria-live="polite" className="flex flex-col items-center gap-1">
            <p className={`flex items-center gap-2 font-head text-h1 font-semibold ${text}`}>
              <StatusIcon aria-hidden size={24} />
              {word}
            </p>
            <p className="text-small text-ink-2">{receipt.sentence}</p>
            <p className="text-small text-ink-2">
              As of <time dateTime={receipt.at}>{formatMoment(receipt.at)}</time>
            </p>
          </div>
        </div>
        <ReceiptList lines={receiptLines(receipt)} />
        {sandbox ? (
          <p className="border-t border-dashed border-line px-4 py-3 text-center text-small font-semibold text-wait">
            Practice money. No real payment was made.
          </p>
        ) : null}
      </article>
      <Notice tone="wait">{NOT_PROOF}</Notice>
    </>
  )
}

/** A mistyped code or a made-up receipt: nobody can tell which, and neither proves anything. */
function UnknownReceipt({ code }: { code: string }) {
  return (
    <Page title="No such receipt">
      <Notice tone="bad" role="alert">
        <p>{location.host} has no receipt with this code:</p>
        <p className="font-semibold wrap-anywhere">{code}</p>
      </Notice>
      <h2 className="text-h2">What that means</h2>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-ink-2">
        <li>Compare the code with the one you were given, letter by letter.</li>
        <li>If it is the same, this receipt was not made here, whatever it looks like.</li>
        <li>Do not hand anything over because of it. Check your own account: only money that is there has arrived.</li>
      </ul>
      <p className="text-small text-ink-2">{NOT_PROOF}</p>
    </Page>
  )
}
