import { Copy, Printer, Share2 } from 'lucide-react'
import { useParams } from 'react-router'
import { SANDBOX_BANNER } from '#contract/constants.ts'
import { formatNaira } from '#contract/money.ts'
import type { Receipt } from '#contract/selling.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { LeadingAmount } from '#web/payments/orders/leading-amount.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { PracticeNote } from '#web/ui/practice-note.tsx'
import { ReceiptList } from '#web/ui/receipt-list.tsx'
import { shareText } from '#web/ui/share-text.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useReceipt } from './get-receipt.ts'
import { receiptLines, receiptText } from './receipt-text.ts'

/** The receipt that the seller shows or sends to their customer. */
export default function ReceiptPage() {
  const { id = '' } = useParams()
  const { data: receipt, error } = useReceipt(id)
  return (
    <Page title="Receipt" back="/sell/sales">
      {receipt === undefined ? <ErrorNotice error={error} /> : null}
      {receipt === undefined ? null : <ReceiptCard receipt={receipt} />}
    </Page>
  )
}

function ReceiptCard({ receipt }: { receipt: Receipt }) {
  // It counts as practice money until the server says otherwise.
  const sandbox = useInstallation().data?.mode !== 'live'
  const text = receiptText(receipt, sandbox)
  return (
    <>
      <article aria-label="Receipt" className="overflow-hidden rounded-card bg-surface shadow-lift">
        {sandbox ? <SandboxBand /> : null}
        <div className="px-4 pt-4 text-center">
          <LeadingAmount>{formatNaira(BigInt(receipt.priceKobo))}</LeadingAmount>
          <div className="flex justify-center">
            <PracticeNote />
          </div>
        </div>
        <div aria-live="polite" className="flex flex-wrap items-center gap-2 px-4 pt-4">
          <StatusChip status={receipt.status} />
          <span className="text-small text-ink-2">{receipt.sentence}</span>
        </div>
        <ReceiptList lines={receiptLines(receipt)} />
        {sandbox ? <SandboxBand /> : null}
      </article>
      <div className="flex flex-col gap-2 print:hidden">
        {'share' in navigator ? (
          <Button wide onClick={() => void shareText('Receipt', text)}>
            <Share2 aria-hidden size={18} /> Share
          </Button>
        ) : null}
        <Button tone="quiet" wide onClick={() => void copyText('Receipt', text)}>
          <Copy aria-hidden size={18} /> Copy as text
        </Button>
        <Button tone="quiet" wide onClick={() => print()}>
          <Printer aria-hidden size={18} /> Print
        </Button>
      </div>
    </>
  )
}

function SandboxBand() {
  return <p className="bg-wait-tint px-4 py-2 text-center text-small font-semibold text-wait">{SANDBOX_BANNER}</p>
}
