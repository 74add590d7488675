import { EXAM_PINS_MAX } from '#contract/constants.ts'
import type { Quote } from '#contract/orders.ts'
import { isText } from '#web/identity/sessions/use-draft.ts'
import { fieldsOfRefusal } from '#web/payments/bills/fields-of-refusal.ts'
import { FormFooter } from '#web/payments/bills/form-footer.tsx'
import { PhoneField } from '#web/payments/bills/phone-field.tsx'
import { PlanField } from '#web/payments/bills/plan-field.tsx'
import { QuoteForm } from '#web/payments/orders/quote-form.tsx'
import { useQuoteForm } from '#web/payments/orders/use-quote-form.ts'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { checkEducation, type EducationForm as Education } from './check-education.ts'
import { useExamPlans } from './get-exam-plans.ts'

const EMPTY: Education = { plan: null, quantity: 1, phone: '', bpcCode: null }
const QUANTITIES = Array.from({ length: EXAM_PINS_MAX }, (_, place) => String(place + 1)).map((id) => ({
  id,
  name: id,
}))
const DRAFT = { name: 'education', kept: { phone: isText } } as const

/** Asks for the terms of exam PINs. No money moves here. */
export function EducationForm({ onQuote }: { onQuote: (quote: Quote) => void }) {
  const { element, form, change, submit, problems, asking, refusalOf } = useQuoteForm({
    empty: EMPTY,
    draft: DRAFT,
    fieldsOfRefusal: (error) => fieldsOfRefusal(error, ['plan', 'phone', 'bpcCode']),
    onQuote,
  })
  const { plan, quantity } = form
  const plans = useExamPlans()
  const bpcCode = form.bpcCode ?? ''

  return (
    <QuoteForm kind="education" element={element} onSubmit={() => submit(checkEducation({ ...form, bpcCode }))}>
      <PlanField
        label="Exam"
        nouns={{ one: 'exam', many: 'exams' }}
        list={plans}
        chosen={plan}
        onChoose={({ id }) => change({ plan: plans.data?.find((each) => each.id === id) ?? null })}
        needs={null}
        error={problems.plan}
      />
      <RadioTiles
        legend="How many PINs?"
        inRow
        options={QUANTITIES}
        chosen={String(quantity)}
        onChoose={(id) => change({ quantity: Number(id) })}
        hint="One PIN for each candidate. You see them here as soon as they are delivered."
      />
      <PhoneField
        phone={form.phone}
        onChange={(phone) => change({ phone })}
        hint="We send it with the payment"
        error={problems.phone}
      />
      <FormFooter
        kind="education"
        amountKobo={plan && BigInt(plan.amountKobo) * BigInt(quantity)}
        bpcCode={bpcCode}
        onBpcCode={(code) => change({ bpcCode: code })}
        bpcError={problems.bpcCode}
        action={quantity === 1 ? 'Buy Exam PIN' : 'Buy Exam PINs'}
        asking={asking}
        refusal={refusalOf()}
      />
    </QuoteForm>
  )
}
