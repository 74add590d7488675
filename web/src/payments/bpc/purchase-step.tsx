import type { ReactElement } from 'react'
import { isRefusal, messageOf } from '#web/lib/api.ts'
import { Navigate, useSearchParams } from '#web/lib/routing.tsx'
import { type Pace, useOrder } from '#web/payments/orders/get-order.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import type { BpcOrder } from './purchase.ts'
import { StepFrame } from './step-frame.tsx'

type PurchaseStepProps = { pace: Pace; children: (order: BpcOrder) => ReactElement }

/** Reads the purchase named in the URL, and keeps it up to date. Without one the purchase starts over. */
export function PurchaseStep({ pace, children }: PurchaseStepProps) {
  const [query] = useSearchParams()
  const id = query.get('order')
  if (id === null || id === '') return <Navigate to="/buy-bpc" replace />
  return (
    <Purchase key={id} id={id} pace={pace}>
      {children}
    </Purchase>
  )
}

function Purchase({ id, pace, children }: PurchaseStepProps & { id: string }) {
  const { data: order, error, refetch } = useOrder(id, pace)
  if (order === undefined) {
    if (error === null) return <Loading />
    return <Unreadable error={error} onTryAgain={() => void refetch()} />
  }
  if (order.kind !== 'bpc') return <Navigate to="/buy-bpc" replace />
  return children(order)
}

function Unreadable({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const unknown = isRefusal(error, 'order.not-found', 'request.not-found', 'request.invalid')
  return (
    <StepFrame title="Buy BPC">
      <p role="alert" className="text-ink-2">
        {unknown
          ? 'We could not find this purchase among yours.'
          : `${messageOf(error)} A payment you made is not lost: it counts when it arrives, even without this page.`}
      </p>
      <div className="mt-auto flex flex-col gap-2">
        {unknown ? (
          <ButtonLink to="/buy-bpc" replace wide>
            Start a purchase
          </ButtonLink>
        ) : (
          <Button wide onClick={onTryAgain}>
            Try again
          </Button>
        )}
        <ButtonLink to="/dashboard" tone="quiet" replace wide>
          Back to the wallet
        </ButtonLink>
      </div>
    </StepFrame>
  )
}
