import { useState } from 'react'
import type { Quote } from '#contract/orders.ts'
import { Review } from '#web/payments/orders/review.tsx'
import { Page } from '#web/ui/page.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

export default function WithdrawPage() {
  const [quote, setQuote] = useState<Quote | null>(null)
  return (
    <Page title="Transfer To Bank" back="/dashboard">
      <WithdrawForm onQuote={setQuote} />
      {quote === null ? null : <Review key={quote.id} quote={quote} onClose={() => setQuote(null)} />}
    </Page>
  )
}
