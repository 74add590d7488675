import { useState } from 'react'
import type { Quote } from '#contract/orders.ts'
import { type Naming, nameSavedNumber } from '#web/payments/beneficiaries/get-beneficiaries.ts'
import { Review } from '#web/payments/orders/review.tsx'
import { Page } from '#web/ui/page.tsx'
import { DataForm } from './data-form.tsx'

export default function DataPage() {
  const [asked, setAsked] = useState<{ quote: Quote; naming: Naming } | null>(null)
  return (
    <Page title="Buy Data Bundle" back="/dashboard">
      <DataForm onQuote={(quote, naming) => setAsked({ quote, naming })} />
      {asked === null ? null : (
        <Review
          key={asked.quote.id}
          quote={asked.quote}
          onPlaced={() => void nameSavedNumber(asked.naming)}
          onClose={() => setAsked(null)}
        />
      )}
    </Page>
  )
}
