import { useState } from 'react'
import type { Quote } from '#contract/orders.ts'
import { useSearchParams } from '#web/lib/routing.tsx'
import { Review } from '#web/payments/orders/review.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'
import { useCustomers } from './get-customers.ts'
import { SellForm } from './sell-form.tsx'

/** One sale of airtime or data, to a saved customer or a new one, at the seller's own price. */
export default function SellOnePage() {
  const [quote, setQuote] = useState<Quote | null>(null)
  const [parameters] = useSearchParams()
  const wanted = parameters.get('customer')
  const { data: customers, error } = useCustomers()
  // The form starts with the customer, or with nobody.
  if (wanted !== null && customers === undefined && error === null) return <Loading />
  return (
    <Page title="Sell one" back="/sell">
      <SellForm
        customers={customers ?? []}
        first={customers?.find((each) => each.id === wanted) ?? null}
        onQuote={setQuote}
      />
      {quote === null ? null : <Review key={quote.id} quote={quote} onClose={() => setQuote(null)} />}
    </Page>
  )
}
