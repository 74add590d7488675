import { useState } from 'react'
import type { BillKind } from '#contract/kinds/kinds.ts'
import type { Quote } from '#contract/orders.ts'
import { useDraftName } from '#web/identity/sessions/use-draft.ts'
import type { View } from '#web/lib/jsx/elements.ts'
import { EducationForm } from '#web/payments/kinds/education/education-form.tsx'
import { ElectricityForm } from '#web/payments/kinds/electricity/electricity-form.tsx'
import { LOOKS } from '#web/payments/kinds/looks.ts'
import { TvForm } from '#web/payments/kinds/tv/tv-form.tsx'
import { Review } from '#web/payments/orders/review.tsx'
import { Page } from '#web/ui/page.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'

/** The kinds of bill that have no screen of their own, and their forms. */
const FORMS = { electricity: ElectricityForm, tv: TvForm, education: EducationForm } as const satisfies Partial<
  Record<BillKind, View<{ onQuote: (quote: Quote) => void }>>
>
type Tab = keyof typeof FORMS
const TABS = (Object.keys(FORMS) as Tab[]).map((id) => ({ id, name: LOOKS[id].name }))

export default function BillsPage() {
  const begun = useDraftName()
  const [bill, setBill] = useState<Tab>(TABS.find(({ id }) => id === begun)?.id ?? 'electricity')
  const [quote, setQuote] = useState<Quote | null>(null)
  const Form = FORMS[bill]
  return (
    <Page title="Pay Bills" back="/dashboard">
      <div className="flex flex-col gap-3">
        <RadioTiles legend="What do you pay?" inRow isLegendHidden options={TABS} chosen={bill} onChoose={setBill} />
        <Form onQuote={setQuote} />
      </div>
      {quote === null ? null : <Review key={quote.id} quote={quote} onClose={() => setQuote(null)} />}
    </Page>
  )
}
