import { useState } from 'react'
import type { Approval } from '#contract/accounts.ts'
import type { Quote } from '#contract/orders.ts'
import { dropDraft } from '#web/lib/drafts.ts'
import { useNavigate } from '#web/lib/routing.tsx'
import { splitTerms, termsLines } from '#web/lib/terms.ts'
import { kindOf } from '#web/payments/kinds/kinds.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ApproveSheet } from './approve-sheet.tsx'
import { DuplicateWarning } from './duplicate-warning.tsx'
import { usePlaceOrder } from './place-order.ts'
import { TermsList } from './terms-list.tsx'

type ReviewSheetProps = {
  quote: Quote
  /** The order was accepted; the page is about to be left. */
  onPlaced?: () => void
  onClose: () => void
}

/** The terms of one quote, to be approved. After a similar payment, first asks whether a second one is meant. */
export default function ReviewSheet({ quote, onPlaced, onClose }: ReviewSheetProps) {
  const navigate = useNavigate()
  const place = usePlaceOrder()
  const [asking, setAsking] = useState(quote.similar !== null)
  const { leading, who, rest } = splitTerms(termsLines(quote.terms), kindOf(quote).inSight)

  async function send(approval: Approval): Promise<void> {
    // A reload while the answer is on its way must not offer the same payment again.
    dropDraft()
    const order = await place.mutateAsync({ quoteId: quote.id, approval })
    onPlaced?.()
    const { path, toast } = kindOf(order).afterApproval
    const toastId = toast === null ? null : showToast(toast, { tone: 'good' })
    navigate(`${path}?order=${order.id}`, { replace: true, state: { toastId } })
  }

  if (asking && quote.similar !== null)
    return (
      <Sheet key="again" title="Pay again?" onClose={onClose}>
        <DuplicateWarning
          kind={quote.kind}
          similar={quote.similar}
          onPayAgain={() => setAsking(false)}
          onCancel={onClose}
        />
      </Sheet>
    )
  return (
    <ApproveSheet
      agreed={quote}
      leading={leading}
      who={who}
      isStrong={quote.approveWith === 'strong'}
      expiresAt={quote.expiresAt}
      noun={kindOf(quote).noun}
      backLabel="Back to the form"
      send={send}
      onClose={onClose}
    >
      <TermsList lines={rest} />
    </ApproveSheet>
  )
}
