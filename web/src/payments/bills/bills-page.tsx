import { useState } from 'react'
import type { Quote } from '#contract/orders.ts'
import { ReviewSheet } from '#web/payments/orders/review-sheet.tsx'
import { Page } from '#web/ui/page.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { ElectricityForm } from './electricity-form.tsx'
import { TvForm } from './tv-form.tsx'

const BILLS = [
  { id: 'electricity', name: 'Electricity' },
  { id: 'tv', name: 'TV' },
] as const

export default function BillsPage() {
  const [bill, setBill] = useState<(typeof BILLS)[number]['id']>('electricity')
  const [quote, setQuote] = useState<Quote | null>(null)
  return (
    <Page title="Pay Bills" back="/dashboard">
      <RadioTiles legend="What do you pay?" options={BILLS} chosen={bill} onChoose={setBill} />
      {bill === 'electricity' ? <ElectricityForm onQuote={setQuote} /> : <TvForm onQuote={setQuote} />}
      {quote === null ? null : <ReviewSheet key={quote.id} quote={quote} onClose={() => setQuote(null)} />}
    </Page>
  )
}
