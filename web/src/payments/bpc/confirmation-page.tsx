import { Navigate, useNavigate } from '#web/lib/routing.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { BoughtCode } from './bought-code.tsx'
import { NotConfirmed } from './not-confirmed.tsx'
import { type BpcOrder, type PurchaseStage, stageOf, stepFor, stepPath } from './purchase.ts'
import { PurchaseEnd } from './purchase-end.tsx'
import { PurchaseStep } from './purchase-step.tsx'
import { StepFrame } from './step-frame.tsx'
import { useNow } from './use-now.ts'

/** `/buy-bpc/confirmation`: the code, or that there is none yet. Updates live when the money arrives. */
export default function ConfirmationPage() {
  return <PurchaseStep pace="watching">{(order) => <Confirmation order={order} />}</PurchaseStep>
}

function Confirmation({ order }: { order: BpcOrder }) {
  const navigate = useNavigate()
  const stage = stageOf(order, useNow(5_000))
  const toWallet = () => navigate('/dashboard', { replace: true })
  if (stepFor(stage) === 'processing') return <Navigate to={stepPath('processing', order.id)} replace />
  if (stage === 'awaiting' || stage === 'time-over')
    return (
      <StepFrame title="Bank Transfer" onCancel={toWallet}>
        <NotConfirmed order={order} stage={stage} />
      </StepFrame>
    )
  return (
    <StepFrame title={order.recipient.payWith === 'transfer' ? 'Bank Transfer' : 'Buy BPC'} onBack={toWallet}>
      {stage === 'bought' && order.boughtBpcId !== null ? (
        <BoughtCode order={order} bpcId={order.boughtBpcId} />
      ) : (
        <Outcome order={order} stage={stage} />
      )}
    </StepFrame>
  )
}

/** Everything that ends, or waits, without a code to show. */
function Outcome({ order, stage }: { order: BpcOrder; stage: PurchaseStage }) {
  return (
    <>
      <div aria-live="polite" className="flex flex-col items-start gap-3 pt-2">
        <h2 className="text-h2">{TITLES[stage] ?? 'Your BPC is on its way'}</h2>
        <StatusChip status={order.status} />
        {order.failure === null ? null : <p className="text-ink-2">{order.failure}</p>}
        <p className="text-ink-2">{order.explanation}</p>
      </div>
      <PurchaseEnd order={order} />
    </>
  )
}

const TITLES: Partial<Record<PurchaseStage, string>> = {
  bought: 'Your payment is confirmed',
  failed: 'Your purchase failed',
  returned: 'This BPC was returned',
}
