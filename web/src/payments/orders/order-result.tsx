import { Clock, X } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { kindOf } from '#web/payments/kinds/kinds.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DoneMark } from '#web/ui/done-mark.tsx'
import { PageTitle } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { dismissToast } from '#web/ui/toast.ts'
import { LeadingAmount } from './leading-amount.tsx'
import { leadingAmount, orderLines } from './order-lines.ts'
import { saleReceiptPath } from './order-words.ts'
import { PendingActions } from './pending-actions.tsx'
import { resultText } from './result-text.ts'

/** The order's current state. Updates live while it is pending. */
export function OrderResult({ order }: { order: Order }) {
  const { title, sentences } = resultText(order)
  const { Delivered } = kindOf(order)
  const saleReceipt = saleReceiptPath(order)
  const hasMessage = useGoodNewsEnds(order.status)
  return (
    <>
      <div
        aria-live="polite"
        // Room for a message of two lines below the header: it finds no other without moving the mark.
        className={`flex flex-1 flex-col items-center gap-4 text-center ${hasMessage ? 'pt-21' : 'pt-8'}`}
      >
        <div data-toast-avoid="" className="flex flex-col items-center gap-2">
          <Mark order={order} />
          <LeadingAmount>{leadingAmount(order)}</LeadingAmount>
          {/* The key moves the focus to the new title when the answer arrives. */}
          <PageTitle key={order.status}>{title}</PageTitle>
        </div>
        {sentences.map((sentence) => (
          <p key={sentence} className="text-balance text-ink-2">
            {sentence}
          </p>
        ))}
        <StatusChip status={order.status} />
        <Suspense>{Delivered === null || order.status !== 'completed' ? null : <Delivered order={order} />}</Suspense>
        <dl className="w-full rounded-card border border-line bg-surface px-4 text-left">
          {orderLines(order).map(({ label, value }) => (
            <Line key={label} label={label} value={value} />
          ))}
        </dl>
      </div>
      <div className="flex flex-col gap-2">
        <PendingActions orderId={order.id} />
        {saleReceipt === null ? null : (
          <ButtonLink to={saleReceipt} tone="quiet" wide>
            Receipt for your customer
          </ButtonLink>
        )}
        <ButtonLink to={`/history/${order.transactionId}`} tone="plain" wide>
          See the receipt
        </ButtonLink>
        <ButtonLink to="/dashboard" replace wide>
          Ok, I got it
        </ButtonLink>
      </div>
    </>
  )
}

/**
 * "Transfer initiated successfully!" must not hang over the news that it failed. Returns whether the page was reached with it:
 * also when it has gone by now, so that nothing jumps.
 */
function useGoodNewsEnds(status: Order['status']): boolean {
  const { state } = useLocation()
  const toastId: unknown = state?.toastId
  useEffect(() => {
    if (typeof toastId === 'number' && (status === 'failed' || status === 'reversed')) dismissToast(toastId)
  }, [toastId, status])
  return typeof toastId === 'number'
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2.5 last:border-b-0">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="ml-auto text-right font-medium tabular wrap-anywhere">{value}</dd>
    </div>
  )
}

function Mark({ order: { id, status } }: { order: Order }) {
  if (status === 'completed') return <DoneMark of={id} />
  const Icon = status === 'pending' ? Clock : X
  return (
    <span
      className={`grid size-18 place-items-center rounded-card ${status === 'failed' ? 'bg-bad-tint text-bad' : 'bg-wait-tint text-wait'}`}
    >
      <Icon aria-hidden size={36} />
    </span>
  )
}
