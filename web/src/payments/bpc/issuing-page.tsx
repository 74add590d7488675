import { BPC_ISSUING_WAIT_MAX_MS } from '#contract/constants.ts'
import { serverNow } from '#web/lib/clock.ts'
import { Navigate } from '#web/lib/routing.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type BpcOrder, stageOf, stepFor, stepPath } from './purchase.ts'
import { PurchaseStep } from './purchase-step.tsx'
import { StepFrame } from './step-frame.tsx'
import { useSecondsLeft } from './use-seconds-left.ts'

/** `/buy-bpc/processing`: waits until the provider has issued this purchase's account, then continues. */
export default function IssuingPage() {
  return <PurchaseStep pace="waiting">{(order) => <Issuing order={order} />}</PurchaseStep>
}

function Issuing({ order }: { order: BpcOrder }) {
  const secondsLeft = useSecondsLeft(BPC_ISSUING_WAIT_MAX_MS)
  const stage = stageOf(order, serverNow())
  const step = stepFor(stage)
  if (step !== 'processing') return <Navigate to={stepPath(step, order.id)} replace />
  if (stage === 'not-issued') return <NotIssued failure={order.failure} />
  return secondsLeft > 0 ? <CountingDown secondsLeft={secondsLeft} /> : <TakesLonger />
}

function CountingDown({ secondsLeft }: { secondsLeft: number }) {
  return (
    <StepFrame title="Processing your request">
      <div className="flex flex-1 flex-col items-center justify-center gap-3 pb-24 text-center">
        <p role="timer" className="grid size-24 place-items-center">
          <span className="col-start-1 row-start-1 font-head text-amount font-semibold tabular">
            {secondsLeft}
            <span className="sr-only"> seconds at most</span>
          </span>
          <span className="col-start-1 row-start-1 size-24 text-brand *:size-full">
            <Spinner size={96} />
          </span>
        </p>
        <p role="status" className="text-ink-2">
          We are getting an account number for this purchase. The next page opens when it is ready.
        </p>
      </div>
    </StepFrame>
  )
}

function TakesLonger() {
  return (
    <StepFrame title="Processing your request">
      <div role="status" className="flex flex-1 flex-col items-center justify-center gap-3 pb-12 text-center">
        <span className="text-brand">
          <Spinner size={48} />
        </span>
        <h2 className="text-h2">This takes longer than usual</h2>
        <p className="text-ink-2">
          The account number is not ready yet. You have paid nothing. This page continues when it is. You can also
          leave: your wallet keeps the purchase, and you can continue from there.
        </p>
      </div>
      <ButtonLink to="/dashboard" tone="quiet" replace wide>
        Back to the wallet
      </ButtonLink>
    </StepFrame>
  )
}

function NotIssued({ failure }: { failure: string | null }) {
  return (
    <StepFrame title="No account number">
      <p role="alert" className="text-ink-2">
        {failure ?? 'We could not get an account number for this purchase. No money has moved.'}
      </p>
      <p className="text-ink-2">Start again, or pay from your wallet.</p>
      <div className="mt-auto flex flex-col gap-2">
        <ButtonLink to="/buy-bpc" replace wide>
          Start again
        </ButtonLink>
        <ButtonLink to="/buy-bpc?pay=wallet" tone="quiet" replace wide>
          Pay from your wallet
        </ButtonLink>
      </div>
    </StepFrame>
  )
}
