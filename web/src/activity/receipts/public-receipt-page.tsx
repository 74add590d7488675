import { useParams } from 'react-router'
import { PRACTICE_MONEY } from '#contract/constants.ts'
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
import { Stamp } from '#web/ui/stamp.tsx'
import { STATUSES } from '#web/ui/status-chip.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { useReceipt } from './get-receipt.ts'

/** The page a recipient of a receipt sees: the payment's current status, from the server that issued it. */
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
        {location.host} looks this receipt up each time you open it. Names and numbers are partly hidden.
      </p>
    </Page>
  )
}

function Face({ receipt }: { receipt: PublicReceipt }) {
  const { word, icon: StatusIcon, text } = STATUSES[receipt.status]
  const sandbox = receipt.mode === 'sandbox'
  return (
    <>
      <article aria-label="Receipt" className="@container overflow-hidden rounded-card bg-surface shadow-lift">
        <div className="cloth-hero cloth-akwete selvedge">
          <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-4">
            <span translate="no">
              <Wordmark brand={receipt.brand} height={30} />
            </span>
            <span className="font-head font-semibold">Receipt</span>
          </div>
        </div>
        <div className="border-b border-dashed border-line p-4">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0 flex-[1_1_7.5rem]">
              <p className="text-small text-ink-2">{receipt.title}</p>
              <p className="font-head text-[1.75rem] leading-tight font-semibold wrap-anywhere">
                <Amount amountKobo={receipt.amountKobo} />
              </p>
              {sandbox ? <p className="diamond text-caption font-medium text-accent-text">{PRACTICE_MONEY}</p> : null}
            </div>
            {sandbox ? <Stamp /> : null}
          </div>
          <div aria-live="polite" className="flex flex-col gap-1 pt-3">
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
