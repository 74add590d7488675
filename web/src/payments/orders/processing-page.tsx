import { useEffect, useState } from 'react'
import { PROCESSING_WAIT_MAX_MS } from '#contract/constants.ts'
import type { Order } from '#contract/orders.ts'
import { messageOf } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { Navigate, useLocation, useNavigate, useNavigationType, useSearchParams } from '#web/lib/routing.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { LogOutSlot } from '#web/ui/log-out-slot.tsx'
import { BareHead, PageTitle } from '#web/ui/page.tsx'
import { PracticeNote } from '#web/ui/practice-note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useOrder } from './get-order.ts'
import { LeadingAmount } from './leading-amount.tsx'
import { leadingAmount } from './order-lines.ts'
import { OrderResult } from './order-result.tsx'
import { deliveredToast, saleReceiptPath } from './order-words.ts'

export default function ProcessingPage() {
  const [query] = useSearchParams()
  const id = query.get('order')
  if (id === null || id === '') return <Navigate to="/dashboard" replace />
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[480px] flex-col gap-4 px-4 pb-8">
      <Processing key={id} id={id} />
    </main>
  )
}

/**
 * Waits for the provider's final answer, at most PROCESSING_WAIT_MAX_MS, then shows the current state. After a reload
 * it does not wait: the payment was sent before.
 */
function Processing({ id }: { id: string }) {
  const isOpenedAgain = useNavigationType() === 'POP'
  const waited = useWaited(isOpenedAgain ? 0 : PROCESSING_WAIT_MAX_MS)
  const isTransfer = useLocation().pathname.startsWith('/withdraw')
  const { data: order, error, refetch } = useOrder(id, waited ? 'watching' : 'waiting')
  const leaving = useLeaveWhenDelivered(order, waited)
  if (order !== undefined && !leaving && (waited || order.status !== 'pending')) return <OrderResult order={order} />
  if (error !== null && order === undefined)
    return (
      <>
        <HeadOfWaiting />
        <PageTitle>{`We cannot show this ${isTransfer ? 'transfer' : 'payment'} now`}</PageTitle>
        <p role="alert" className="text-ink-2">
          {messageOf(error)} What you approved continues without this page, and your history shows it.
        </p>
        <div className="mt-auto flex flex-col gap-2">
          <Button wide onClick={() => void refetch()}>
            Try again
          </Button>
          <ButtonLink to="/history" tone="quiet" wide>
            Look in your history
          </ButtonLink>
        </div>
      </>
    )
  return (
    <>
      <HeadOfWaiting />
      <div role="status" className="flex flex-1 flex-col items-center justify-center gap-3 pb-24 text-center">
        <span className="text-brand">
          <Spinner size={48} />
        </span>
        {/* Reserves its height before it is known, so nothing moves. */}
        <div className="min-h-[calc(2.25rem*1.15)]">
          {order === undefined ? null : <LeadingAmount>{leadingAmount(order)}</LeadingAmount>}
        </div>
        <PracticeNote />
        <PageTitle>Processing your request</PageTitle>
        <p className="text-ink-2">{waitingText({ isTransfer, isOpenedAgain })}</p>
      </div>
    </>
  )
}

function HeadOfWaiting() {
  return (
    <div className="-mx-4">
      <BareHead>
        <LogOutSlot />
      </BareHead>
    </div>
  )
}

function waitingText({ isTransfer, isOpenedAgain }: { isTransfer: boolean; isOpenedAgain: boolean }): string {
  if (isOpenedAgain) return `Checking your ${isTransfer ? 'transfer' : 'payment'}…`
  if (isTransfer) return 'Please wait while we prepare your payment details...'
  return 'Please wait for the company to answer...'
}

/**
 * If the order is delivered while the person waits and has no more to show, leads to the wallet with a toast. After a
 * sale, it leads to the customer's receipt. Once "on its way" was on the screen, the screen itself shows the result.
 */
function useLeaveWhenDelivered(order: Order | undefined, waited: boolean): boolean {
  const navigate = useNavigate()
  const [pendingShown, setPendingShown] = useState(false)
  const toast = order?.status === 'completed' ? deliveredToast(order) : null
  const leaving = toast !== null && !pendingShown
  const receipt = order === undefined ? null : saleReceiptPath(order)
  useEffect(() => {
    if (waited && order?.status === 'pending') setPendingShown(true)
  }, [waited, order])
  useEffect(() => {
    if (!leaving || toast === null) return
    showToast(toast, { tone: 'good' })
    void queryClient.invalidateQueries({ queryKey: ['wallet'] })
    navigate(receipt ?? '/dashboard', { replace: true })
  }, [leaving, toast, receipt, navigate])
  return leaving
}

function useWaited(durationMs: number): boolean {
  const [waited, setWaited] = useState(durationMs === 0)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), durationMs)
    return () => clearTimeout(timer)
  }, [durationMs])
  return waited
}
