import type { PayTo } from '#contract/bpc.ts'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import { formatNairaShort } from '#contract/money.ts'
import { SandboxBankLink } from '#web/installation/sandbox-bank-link.tsx'
import { Navigate, useGoBack, useNavigate } from '#web/lib/routing.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BankNoticeSheet } from './bank-notice-sheet.tsx'
import { PayToCard } from './pay-to-card.tsx'
import { type BpcOrder, stageOf, stepFor, stepPath } from './purchase.ts'
import { PurchaseStep } from './purchase-step.tsx'
import { StepFrame } from './step-frame.tsx'
import { StrayPayments } from './stray-payments.tsx'
import { useNow } from './use-now.ts'

const MADE_IT = 'I have made this bank Transfer'

/** `/buy-bpc/payment`: where to pay. Continues when the money has arrived. */
export default function PaymentPage() {
  return <PurchaseStep pace="watching">{(order) => <Payment order={order} />}</PurchaseStep>
}

function Payment({ order }: { order: BpcOrder }) {
  const goBack = useGoBack({ to: '/dashboard' })
  const now = useNow(5_000)
  const stage = stageOf(order, now)
  const step = stepFor(stage)
  const { payTo } = order
  if (step !== 'payment' || payTo === null) return <Navigate to={stepPath(step, order.id)} replace />
  return (
    <StepFrame title="Bank Transfer" onCancel={goBack}>
      <p>
        <span className="block font-head text-amount font-semibold tabular">
          NGN {formatNairaShort(BPC_PRICE_KOBO).slice(1)}
        </span>
        <span className="text-ink-2">BPC Code Purchase</span>
      </p>
      <StrayPayments order={order} stage={stage} />
      {stage === 'awaiting' ? (
        <HowToPay orderId={order.id} payTo={payTo} leftMs={Date.parse(payTo.expiresAt) - now} />
      ) : (
        <TooLate order={order} />
      )}
    </StepFrame>
  )
}

function HowToPay({ orderId, payTo, leftMs }: { orderId: string; payTo: PayTo; leftMs: number }) {
  const navigate = useNavigate()
  return (
    <>
      <ol className="flex list-decimal flex-col gap-1 pl-5 text-ink-2 marker:font-semibold marker:text-ink">
        <li>Copy the account details below.</li>
        <li>Transfer the exact amount in your bank app.</li>
        <li>Come back here and tap “{MADE_IT}”.</li>
        <li>Wait for the confirmation, usually within 3 minutes.</li>
      </ol>
      <PayToCard payTo={payTo} leftMs={leftMs} />
      <p className="text-center font-medium">Pay to this specific account and get your BPC code</p>
      <SandboxBankLink />
      <Button wide onClick={() => navigate(stepPath('verifying', orderId))}>
        {MADE_IT}
      </Button>
      <p className="text-center text-small text-ink-2">
        You can close this page before or after you pay. The purchase continues, and your wallet leads back here.
      </p>
      <BankNoticeSheet key={orderId} orderId={orderId} />
    </>
  )
}

function TooLate({ order }: { order: BpcOrder }) {
  const navigate = useNavigate()
  const paidLate = order.strayPayments.some(({ why }) => why === 'late')
  return (
    <>
      <Notice tone="wait" role="status">
        <p className="font-semibold">The time to pay is over</p>
        <p>
          This account number no longer accepts payment for the code. Money that still arrives there goes to your
          wallet.{' '}
          {paidLate
            ? 'To get a code, start again for a new account number, or pay from your wallet.'
            : 'If you have not paid, nothing has happened: start again for a new account number.'}
        </p>
      </Notice>
      <div className="mt-auto flex flex-col gap-2">
        <ButtonLink to="/buy-bpc" replace wide>
          Start again
        </ButtonLink>
        <Button tone="quiet" wide onClick={() => navigate(stepPath('verifying', order.id))}>
          {MADE_IT}
        </Button>
      </div>
    </>
  )
}
