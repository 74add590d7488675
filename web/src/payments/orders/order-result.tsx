import { Suspense, useEffect } from 'react'
import type { Order } from '#contract/orders.ts'
import { useLocation } from '#web/lib/routing.tsx'
import { kindOf } from '#web/payments/kinds/kinds.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageTitle } from '#web/ui/page.tsx'
import { dismissToast } from '#web/ui/toast.ts'
import { leadingAmount, orderLines } from './order-lines.ts'
import { saleReceiptPath } from './order-words.ts'
import { PayAgain } from './pay-again.tsx'
import { PendingActions } from './pending-actions.tsx'
import { ResultGround } from './result-ground.tsx'
import { resultText } from './result-text.ts'

/** The order's current state. Updates live while it is pending. */
export function OrderResult({ order }: { order: Order }) {
  const { title, sentences } = resultText(order)
  const { Delivered } = kindOf(order)
  const saleReceipt = saleReceiptPath(order)
  const hasMessage = useDismissSuccessToast(order.status)
  return (
    <>
      <ResultGround order={order} amount={leadingAmount(order)} hasMessage={hasMessage} sentences={sentences}>
        {/* The key moves the focus to the new title when the answer arrives. */}
        <PageTitle key={order.status}>{title}</PageTitle>
      </ResultGround>
      <PendingActions orderId={order.id} />
      <Suspense>{Delivered === null || order.status !== 'completed' ? null : <Delivered order={order} />}</Suspense>
      <dl className="w-full rounded-card bg-surface px-4 py-1 shadow-lift">
        {orderLines(order).map(({ label, value }) => (
          <Line key={label} label={label} value={value} />
        ))}
      </dl>
      <div data-toast-avoid="" className="flex flex-col gap-2">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2.5">
          {order.status === 'completed' && saleReceipt === null ? (
            <ButtonLink to={`/history/${order.transactionId}#share`} tone="quiet">
              Share receipt
            </ButtonLink>
          ) : null}
          {saleReceipt === null ? null : (
            <ButtonLink to={saleReceipt} tone="quiet">
              Receipt for your customer
            </ButtonLink>
          )}
          <PayAgain order={order} />
        </div>
        <ButtonLink to={`/history/${order.transactionId}`} tone="plain" wide>
          See the receipt
        </ButtonLink>
      </div>
      <div data-toast-avoid="" data-toast-floor className="form-foot mt-auto flex flex-col">
        <ButtonLink to="/dashboard" replace wide>
          Ok, I got it
        </ButtonLink>
      </div>
    </>
  )
}

/**
 * Ends the toast "Transfer initiated successfully!" once the payment has failed. Returns whether the page was opened
 * with a toast, even if it has gone by now, so nothing jumps.
 */
function useDismissSuccessToast(status: Order['status']): boolean {
  const { state } = useLocation()
  const toastId = typeof state === 'object' && state !== null && 'toastId' in state ? state.toastId : null
  useEffect(() => {
    if (typeof toastId === 'number' && (status === 'failed' || status === 'reversed')) dismissToast(toastId)
  }, [toastId, status])
  return typeof toastId === 'number'
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2.5 last:border-b-0">
      <dt className="text-small text-ink-3">{label}</dt>
      <dd className="ml-auto text-right font-medium tabular wrap-anywhere">{value}</dd>
    </div>
  )
}
