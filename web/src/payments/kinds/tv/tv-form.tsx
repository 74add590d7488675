import { SMARTCARD_DIGITS_MAX, SMARTCARD_DIGITS_MIN } from '#contract/constants.ts'
import type { Quote } from '#contract/orders.ts'
import { hasTexts, isText } from '#web/identity/sessions/use-draft.ts'
import { SavedRecipients } from '#web/payments/beneficiaries/saved-recipients.tsx'
import { BillerField } from '#web/payments/bills/biller-field.tsx'
import { CustomerField } from '#web/payments/bills/customer-field.tsx'
import { fieldsOfRefusal } from '#web/payments/bills/fields-of-refusal.ts'
import { FormFooter } from '#web/payments/bills/form-footer.tsx'
import { PhoneField } from '#web/payments/bills/phone-field.tsx'
import { PlanField } from '#web/payments/bills/plan-field.tsx'
import { useCustomerName } from '#web/payments/bills/resolve-customer.ts'
import { QuoteForm } from '#web/payments/orders/quote-form.tsx'
import { useQuoteForm } from '#web/payments/orders/use-quote-form.ts'
import { checkTv, isSmartcardNumber, type TvForm as Tv } from './check-tv.ts'
import { useTvPlans } from './get-tv-plans.ts'

const EMPTY: Tv = { biller: null, smartcardNumber: '', plan: null, phone: '', bpcCode: null }
const DRAFT = {
  name: 'tv',
  kept: { biller: hasTexts('id', 'name'), smartcardNumber: isText, phone: isText },
} as const

/** Asks for the terms of a TV subscription, once the company has named the customer. No money moves here. */
export function TvForm({ onQuote }: { onQuote: (quote: Quote) => void }) {
  const { element, form, change, submit, problems, asking, refusalOf } = useQuoteForm({
    empty: EMPTY,
    draft: DRAFT,
    fieldsOfRefusal: (error) => fieldsOfRefusal(error, ['biller', 'customerNumber', 'plan', 'phone', 'bpcCode']),
    onQuote,
  })
  const { biller, smartcardNumber } = form
  const plans = useTvPlans(biller?.id ?? null)
  const complete = biller !== null && isSmartcardNumber(smartcardNumber)
  const name = useCustomerName(
    complete ? { biller: biller.id, customerNumber: smartcardNumber, meterType: null } : null,
  )
  const bpcCode = form.bpcCode ?? ''

  return (
    <QuoteForm kind="tv" element={element} onSubmit={() => submit(checkTv({ ...form, bpcCode }, name))}>
      <SavedRecipients
        kind="smartcard"
        onPick={({ details }) =>
          change({
            biller: { id: details.biller, name: details.billerName },
            smartcardNumber: details.smartcardNumber,
            ...(details.biller === biller?.id ? {} : { plan: null }),
          })
        }
      />
      <BillerField
        of="tv"
        label="TV Company"
        chosen={biller}
        onChoose={(chosen) => change({ biller: chosen, ...(chosen.id === biller?.id ? {} : { plan: null }) })}
        error={problems.biller}
      />
      <CustomerField
        label="Smartcard Number"
        digits={{ min: SMARTCARD_DIGITS_MIN, max: SMARTCARD_DIGITS_MAX }}
        number={smartcardNumber}
        onChange={(number) => change({ smartcardNumber: number })}
        name={name}
        error={problems.customerNumber}
        beside={
          <PhoneField
            phone={form.phone}
            onChange={(phone) => change({ phone })}
            placeholder="For the company"
            error={problems.phone}
          />
        }
      />
      <PlanField
        label="Package"
        nouns={{ one: 'package', many: 'packages' }}
        list={plans}
        chosen={form.plan}
        onChoose={(plan) => change({ plan })}
        needs={biller === null ? 'Choose the company first' : null}
        error={problems.plan}
      />
      <FormFooter
        kind="tv"
        amountKobo={form.plan && BigInt(form.plan.amountKobo)}
        bpcCode={bpcCode}
        onBpcCode={(code) => change({ bpcCode: code })}
        bpcError={problems.bpcCode}
        action="Pay TV"
        asking={asking}
        refusal={refusalOf(name)}
      />
    </QuoteForm>
  )
}
