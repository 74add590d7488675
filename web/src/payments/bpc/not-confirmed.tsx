import { RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { BPC_CODE_KOBO, BPC_PRICE_KOBO, BPC_PROCESSING_KOBO } from '#contract/constants.ts'
import { formatNairaShort } from '#contract/money.ts'
import { Link } from '#web/lib/routing.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { type BpcOrder, notConfirmedText, type PurchaseStage, stepPath } from './purchase.ts'
import { StrayPayments } from './stray-payments.tsx'
import { useRecheck } from './use-recheck.ts'

const REDIRECT_MS = 2_000

/** The payment is not proved. Says so, and asks the provider on request. */
export function NotConfirmed({ order, stage }: { order: BpcOrder; stage: PurchaseStage }) {
  const tooLate = stage === 'time-over'
  const { recheck, checking } = useRecheck(order.id)
  return (
    <>
      <div data-toast-avoid="">
        <p className="font-head text-amount font-semibold tabular">NGN {figure(BPC_PRICE_KOBO)}</p>
        <p className="text-small text-ink-2 tabular">
          Code {figure(BPC_CODE_KOBO)} + processing {figure(BPC_PROCESSING_KOBO)}
        </p>
      </div>
      {tooLate ? (
        <p>The time to pay is over. Start again for a new account number.</p>
      ) : (
        <p>Proceed to your bank app to complete this Transfer</p>
      )}
      <div data-toast-avoid="">
        <Notice tone="bad" role="alert">
          <p className="font-semibold">Payment not confirmed</p>
          <p>{notConfirmedText(order, stage)}</p>
        </Notice>
      </div>
      <StrayPayments order={order} stage={stage} />
      <HelpLine />
      <div className="mt-auto flex flex-col gap-2">
        <button
          type="button"
          disabled={checking}
          onClick={() => void recheck()}
          className="inline-flex min-h-12 w-full items-center justify-center gap-2 rounded-control bg-ok px-4 py-2 text-center font-semibold text-surface disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3"
        >
          {checking ? <Spinner /> : <RefreshCw aria-hidden size={20} />}
          {checking ? 'Checking…' : 'Re-check'}
        </button>
        {tooLate ? (
          <ButtonLink to="/buy-bpc" tone="quiet" replace wide>
            Start again
          </ButtonLink>
        ) : (
          <ButtonLink to={stepPath('payment', order.id)} tone="quiet" replace wide>
            See the account details
          </ButtonLink>
        )}
      </div>
    </>
  )
}

/** `6,500` */
function figure(amountKobo: bigint): string {
  return formatNairaShort(amountKobo).replace('₦', '')
}

function HelpLine() {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function goToSupport(event: React.MouseEvent) {
    event.preventDefault()
    clearTimeout(timer.current)
    showToast('Redirecting to support...', { durationMs: REDIRECT_MS })
    timer.current = setTimeout(() => void navigate('/support'), REDIRECT_MS)
  }

  return (
    <p className="text-ink-2">
      Need help? Contact support:{' '}
      <Link
        to="/support"
        onClick={goToSupport}
        className="inline-block px-1 py-3 font-semibold text-brand underline underline-offset-4"
      >
        here
      </Link>
    </p>
  )
}
