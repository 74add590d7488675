import { useMutation } from '@tanstack/react-query'
import { FileDown, MessageCircleWarning, Share2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DownloadOutcome } from '#web/ui/download-outcome.tsx'

// The code for pictures and QR codes is fetched when somebody shares.
const ShareSheet = lazy(() => import('#web/activity/receipts/share-sheet.tsx'))

/** The hash of an address that opens the share sheet. */
const SHARE = '#share'

/** The actions on a transaction: share its receipt, or report a problem. An SMS charge has no receipt. */
export function TransactionActions({ transaction }: { transaction: Transaction }) {
  return (
    <div className="flex flex-col gap-2">
      {transaction.kind === 'sms' ? null : <ReceiptActions transaction={transaction} />}
      <ButtonLink to={`/support/report?transaction=${transaction.id}`} tone="plain" wide>
        <MessageCircleWarning aria-hidden size={18} /> Report a problem
      </ButtonLink>
    </div>
  )
}

function ReceiptActions({ transaction }: { transaction: Transaction }) {
  const [sharing, setSharing] = useState(useLocation().hash === SHARE)
  // So that coming back to this page does not open the sheet again.
  useEffect(() => {
    if (location.hash === SHARE) history.replaceState(history.state, '', location.pathname)
  }, [])
  const download = useMutation({ mutationFn: downloadFile })
  return (
    <>
      <Button wide onClick={() => setSharing(true)}>
        <Share2 aria-hidden size={18} /> Share receipt
      </Button>
      <Button
        tone="quiet"
        wide
        busy={download.isPending && 'Making it…'}
        onClick={() => download.mutate({ path: `/api/transactions/${transaction.id}/receipt.pdf` })}
      >
        <FileDown aria-hidden size={18} /> Download PDF
      </Button>
      <DownloadOutcome saved={download.data} error={download.error} />
      {sharing ? (
        <Suspense>
          <ShareSheet transactionId={transaction.id} onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
