import type { StrayPayment } from '#contract/bpc.ts'
import { formatMoment } from '#contract/time.ts'
import { Link } from '#web/lib/routing.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type BpcOrder, type PurchaseStage, strayText } from './purchase.ts'

/** Payments for the purchase that do not match it. Announced when they arrive. */
export function StrayPayments({ order, stage }: { order: BpcOrder; stage: PurchaseStage }) {
  return (
    <div aria-live="polite" className="contents">
      {order.strayPayments.map((stray) => (
        <Stray key={`${stray.at} ${stray.amountKobo}`} stray={stray} stage={stage} />
      ))}
    </div>
  )
}

function Stray({ stray, stage }: { stray: StrayPayment; stage: PurchaseStage }) {
  const payable = stage === 'awaiting' || stage === 'time-over'
  return (
    <Notice tone="wait">
      <p>{strayText(stray, stage)}</p>
      <p className="text-caption">{formatMoment(stray.at)}</p>
      {payable && stray.went === 'wallet' ? (
        <Link to="/buy-bpc?pay=wallet" className="self-start py-3 font-semibold underline underline-offset-4">
          Pay from your wallet
        </Link>
      ) : null}
    </Notice>
  )
}
