import { AIRTIME_MAX_KOBO, AIRTIME_MIN_KOBO } from '#contract/constants.ts'
import { parseNaira } from '#contract/money.ts'
import type { Quote } from '#contract/orders.ts'
import { isText } from '#web/identity/sessions/use-draft.ts'
import type { Naming } from '#web/payments/beneficiaries/get-beneficiaries.ts'
import { type NamedNumber, NamedPhone, namingOf } from '#web/payments/beneficiaries/named-phone.tsx'
import { SavedRecipients } from '#web/payments/beneficiaries/saved-recipients.tsx'
import { fieldsOfRefusal } from '#web/payments/bills/fields-of-refusal.ts'
import { FormFooter } from '#web/payments/bills/form-footer.tsx'
import { isNetworkChoice, type NetworkChoice, networkOf } from '#web/payments/bills/network-choice.ts'
import { NetworkField } from '#web/payments/bills/network-field.tsx'
import { QuoteForm } from '#web/payments/orders/quote-form.tsx'
import { useBillLimit } from '#web/payments/orders/use-limit-text.ts'
import { useQuoteForm } from '#web/payments/orders/use-quote-form.ts'
import { NairaField } from '#web/ui/naira-field.tsx'
import { AvailableBalance } from '#web/wallet/available-balance.tsx'
import { type AirtimeForm as Airtime, checkAirtime } from './check-airtime.ts'

const USUAL_NAIRA = [100, 200, 500, 1_000]
type AirtimeEntry = Omit<Airtime, 'network'> & NamedNumber & { readonly choice: NetworkChoice | null }
const EMPTY: AirtimeEntry = { phone: '', phoneName: null, choice: null, amount: '', bpcCode: null }
const DRAFT = {
  name: 'airtime',
  kept: { phone: isText, phoneName: isText, choice: isNetworkChoice, amount: isText },
} as const

/** Asks for the terms of an airtime purchase. No money moves here. */
export function AirtimeForm({ onQuote }: { onQuote: (quote: Quote, naming: Naming) => void }) {
  const { element, form, change, submit, problems, asking, refusalOf } = useQuoteForm({
    empty: EMPTY,
    draft: DRAFT,
    fieldsOfRefusal: (error) => fieldsOfRefusal(error, ['phone', 'network', 'amount', 'bpcCode']),
    onQuote: (quote) => onQuote(quote, namingOf(form)),
  })
  const known = networkOf(form.choice, form.phone)
  const { network } = known
  const bpcCode = form.bpcCode ?? ''
  const limit = useBillLimit('airtime', { minKobo: AIRTIME_MIN_KOBO, maxKobo: AIRTIME_MAX_KOBO, bpcCode })

  return (
    <QuoteForm kind="airtime" element={element} onSubmit={() => submit(checkAirtime({ ...form, network, bpcCode }))}>
      <SavedRecipients
        kind="phone"
        onPick={({ details: { phone, network: saved } }) =>
          change({ phone, phoneName: null, choice: { network: saved, phone, isSaved: true } })
        }
      />
      <NamedPhone
        phone={form.phone}
        phoneName={form.phoneName}
        onChange={change}
        onPick={({ phone, name }) => change({ phone, phoneName: name, choice: null })}
        error={problems.phone}
      />
      <NetworkField
        known={known}
        onChoose={(chosen) => change({ choice: { network: chosen, phone: form.phone, isSaved: false } })}
        error={problems.network}
      />
      <NairaField
        label="Amount"
        value={form.amount}
        onChange={(amount) => change({ amount })}
        aside={<AvailableBalance />}
        hint={limit}
        error={problems.amount}
        usual={{ naira: USUAL_NAIRA, onChoose: (amount) => change({ amount }) }}
      />
      <FormFooter
        kind="airtime"
        amountKobo={parseNaira(form.amount)}
        bpcCode={bpcCode}
        onBpcCode={(code) => change({ bpcCode: code })}
        bpcError={problems.bpcCode}
        hasAmount
        action="Purchase Airtime"
        asking={asking}
        refusal={refusalOf()}
      />
    </QuoteForm>
  )
}
