import type { BpcCode } from '#contract/bpc.ts'
import { formatNairaShort } from '#contract/money.ts'
import { formatMoment } from '#contract/time.ts'
import { ProveAgain } from '#web/identity/security/prove-again.tsx'
import { messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DoneMark } from '#web/ui/done-mark.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useWallet } from '#web/wallet/get-wallet.ts'
import { useBoughtCode } from './get-bpc.ts'
import type { BpcOrder } from './purchase.ts'
import { PurchaseEnd } from './purchase-end.tsx'
import { StrayPayments } from './stray-payments.tsx'
import { WhatABpcGives } from './what-a-bpc-gives.tsx'

/** The payment is proved: the code, and what it gives. */
export function BoughtCode({ order, bpcId }: { order: BpcOrder; bpcId: string }) {
  const wallet = useWallet().data
  const code = useBoughtCode(bpcId)
  return (
    <>
      <div aria-live="polite" data-toast-avoid="" className="flex flex-col items-center gap-3 pt-2 text-center">
        <span className="text-ok">
          <DoneMark of={order.id} />
        </span>
        <h2 className="text-h2">Your payment is confirmed</h2>
        {code.data === undefined && code.error === null ? (
          <p className="flex items-center gap-2 text-ink-2">
            <Spinner /> Loading your code…
          </p>
        ) : null}
        {typeof code.data === 'object' && code.data !== null ? <Code code={code.data} /> : null}
        {code.data === 'unproved' ? (
          <ProveAgain
            text="The code is yours. You entered your PIN a while ago: enter it again to see the code."
            sheetTitle="See your BPC code"
            onProved={() => void code.refetch()}
          />
        ) : null}
        {code.error !== null || code.data === null ? (
          <div role="alert" className="flex flex-col gap-2">
            <p className="text-ink-2">
              The code is yours, but it could not be shown: {messageOf(code.error)} It is also in your profile.
            </p>
            <Button tone="quiet" onClick={() => void code.refetch()}>
              Try again
            </Button>
          </div>
        ) : null}
      </div>
      <StrayPayments order={order} stage="bought" />
      <section aria-labelledby="gives" className="flex flex-col gap-2">
        <h3 id="gives" className="font-head text-h2 font-semibold">
          What it gives you
        </h3>
        <WhatABpcGives />
        {wallet === undefined ? null : (
          <p className="text-small text-ink-2">
            {wallet.ownLimit || (
              <>
                Your daily limit is now{' '}
                <span className="font-semibold text-ink tabular">
                  {formatNairaShort(BigInt(wallet.dailyLimitKobo))}
                </span>
                .
              </>
            )}
          </p>
        )}
      </section>
      <PurchaseEnd order={order} />
    </>
  )
}

function Code({ code: { code, returnableUntil } }: { code: BpcCode }) {
  return (
    <div className="flex w-full flex-col items-center gap-2 rounded-card bg-surface shadow-lift px-3 py-4">
      <p className="text-small text-ink-2">Your BPC code</p>
      <p className="font-head text-h1 font-semibold tabular">{code}</p>
      <CopyButton label="BPC code" text={code} />
      <p className="text-caption text-ink-3">
        It is used automatically when you pay, and you can find it in your profile.
        {returnableUntil === null
          ? null
          : ` If you do not use it, you can return it for its full price until ${formatMoment(returnableUntil)}.`}
      </p>
    </div>
  )
}
