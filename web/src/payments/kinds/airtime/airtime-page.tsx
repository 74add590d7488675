import { useState } from 'react'
import type { Quote } from '#contract/orders.ts'
import { ReviewSheet } from '#web/payments/orders/review-sheet.tsx'
import { Page } from '#web/ui/page.tsx'
import { AirtimeForm } from './airtime-form.tsx'

export default function AirtimePage() {
  const [quote, setQuote] = useState<Quote | null>(null)
  return (
    <Page title="Buy Airtime" back="/dashboard">
      <AirtimeForm onQuote={setQuote} />
      {quote === null ? null : <ReviewSheet key={quote.id} quote={quote} onClose={() => setQuote(null)} />}
    </Page>
  )
}
