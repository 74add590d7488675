import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { QuoteOf } from '#contract/orders.ts'
import { formatTime } from '#contract/time.ts'
import { Link } from '#web/lib/routing.tsx'
import { prepareReview, Review } from '#web/payments/orders/review.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useWallet } from '#web/wallet/get-wallet.ts'
import { BpcTicket } from './bpc-ticket.tsx'
import { BuyBpcForm } from './buy-bpc-form.tsx'
import { stepPath } from './purchase.ts'
import { useNow } from './use-now.ts'
import { WhatABpcGives } from './what-a-bpc-gives.tsx'

const Savings = lazy(() => import('./savings.tsx'))

export default function BuyBpcPage() {
  const navigate = useNavigate()
  const [quote, setQuote] = useState<QuoteOf<'bpc'> | null>(null)
  const ownLimit = useWallet().data?.ownLimit
  useEffect(prepareReview, [])
  return (
    <Page title="Buy BPC" back="/dashboard" isWide>
      <OpenPurchase />
      <BuyBpcForm onQuote={setQuote} onOrder={(id) => void navigate(stepPath('processing', id))}>
        <div className="flex min-w-0 flex-col gap-4 lg:row-span-2">
          <BpcTicket />
          {/* Reserves its space, so nothing below moves when it arrives. */}
          <div className="grid min-h-[11.5rem]">
            <Suspense fallback={null}>
              <Savings />
            </Suspense>
          </div>
          <section aria-labelledby="gives" className="flex flex-col gap-2">
            <h2 id="gives" className="text-h2">
              What a BPC gives you
            </h2>
            <p className="text-ink-2">
              {ownLimit
                ? `Better prices, for as long as you hold it. ${ownLimit} A BPC does not raise it.`
                : 'Better prices and a higher daily limit, for as long as you hold it.'}
            </p>
            <WhatABpcGives />
          </section>
        </div>
      </BuyBpcForm>
      {quote === null ? null : <Review key={quote.id} quote={quote} onClose={() => setQuote(null)} />}
    </Page>
  )
}

/** A purchase that can still be paid: going on with it is better than a second one. */
function OpenPurchase() {
  const open = useWallet().data?.openBpcPurchase ?? null
  const now = useNow(5_000)
  if (open === null || (open.expiresAt !== null && Date.parse(open.expiresAt) <= now)) return null
  return (
    <Notice tone="wait">
      <p>
        You have started a purchase that is not paid yet
        {open.expiresAt === null ? '.' : `. Its account takes your payment until ${formatTime(open.expiresAt)}.`}
      </p>
      <Link
        to={stepPath('payment', open.orderId)}
        className="self-start py-3 font-semibold underline underline-offset-4"
      >
        Continue
      </Link>
    </Notice>
  )
}
