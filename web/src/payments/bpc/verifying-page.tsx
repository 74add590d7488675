import { useEffect, useState } from 'react'
import { BPC_VERIFYING_WAIT_MAX_MS } from '#contract/constants.ts'
import { serverNow } from '#web/lib/clock.ts'
import { Navigate } from '#web/lib/routing.tsx'
import { useOrderAction } from '#web/payments/orders/get-order.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { type BpcOrder, stageOf, stepFor, stepPath } from './purchase.ts'
import { PurchaseStep } from './purchase-step.tsx'
import { StepFrame } from './step-frame.tsx'
import { useSecondsLeft } from './use-seconds-left.ts'

const ASK_AGAIN_AFTER_MS = 3_000

/** `/buy-bpc/verifying`: asks the provider for the payment, for at most BPC_VERIFYING_WAIT_MAX_MS. */
export default function VerifyingPage() {
  return <PurchaseStep pace="waiting">{(order) => <Verifying order={order} />}</PurchaseStep>
}

function Verifying({ order }: { order: BpcOrder }) {
  const secondsLeft = useSecondsLeft(BPC_VERIFYING_WAIT_MAX_MS)
  const [straysBefore] = useState(order.strayPayments.length)
  useAskProvider(order.id)
  const step = stepFor(stageOf(order, serverNow()))
  if (step === 'processing') return <Navigate to={stepPath(step, order.id)} replace />
  // A wrong amount is an answer too.
  const answered = step === 'confirmation' || order.strayPayments.length > straysBefore
  if (answered || secondsLeft === 0) return <Navigate to={stepPath('confirmation', order.id)} replace />
  return (
    <StepFrame title="Verifying your payment">
      <div role="status" className="flex flex-1 flex-col items-center justify-center gap-3 pb-24 text-center">
        <span className="text-brand">
          <Spinner size={48} />
        </span>
        <p className="text-ink-2">Please wait while we confirm your bank transfer...</p>
      </div>
    </StepFrame>
  )
}

/** Has the server ask the provider now, and again a little after each answer, while this screen is open. */
function useAskProvider(orderId: string): void {
  const { mutateAsync } = useOrderAction(orderId)
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      // A failed check decides nothing: the next screen says what is known.
      await mutateAsync('check').catch(() => undefined)
      if (!gone) timer = setTimeout(ask, ASK_AGAIN_AFTER_MS)
    }
    void ask()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [mutateAsync])
}
