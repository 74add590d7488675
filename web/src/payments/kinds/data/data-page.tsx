import { useState } from 'react'
import type { Quote } from '#contract/orders.ts'
import { ReviewSheet } from '#web/payments/orders/review-sheet.tsx'
import { Page } from '#web/ui/page.tsx'
import { DataForm } from './data-form.tsx'

export default function DataPage() {
  const [quote, setQuote] = useState<Quote | null>(null)
  return (
    <Page title="Buy Data Bundle" back="/dashboard">
      <DataForm onQuote={setQuote} />
      {quote === null ? null : <ReviewSheet key={quote.id} quote={quote} onClose={() => setQuote(null)} />}
    </Page>
  )
}
