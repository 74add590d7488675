import { AIRTIME_MAX_KOBO, AIRTIME_MIN_KOBO } from '#contract/constants.ts'
import { parseNaira } from '#contract/money.ts'
import type { Quote } from '#contract/orders.ts'
import { readTypedPhone } from '#contract/phones.ts'
import type { Naming } from '#web/payments/beneficiaries/get-beneficiaries.ts'
import { type NamedNumber, NamedPhone, namingOf } from '#web/payments/beneficiaries/named-phone.tsx'
import { SavedRecipients } from '#web/payments/beneficiaries/saved-recipients.tsx'
import { fieldsOfRefusal } from '#web/payments/bills/fields-of-refusal.ts'
import { FormFooter } from '#web/payments/bills/form-footer.tsx'
import { NetworkField, networkOf } from '#web/payments/bills/network-field.tsx'
import { QuoteForm } from '#web/payments/orders/quote-form.tsx'
import { useBillLimit } from '#web/payments/orders/use-limit-text.ts'
import { useQuoteForm } from '#web/payments/orders/use-quote-form.ts'
import { NairaField } from '#web/ui/naira-field.tsx'
import { AvailableBalance } from '#web/wallet/available-balance.tsx'
import { type AirtimeForm as Airtime, checkAirtime } from './check-airtime.ts'

const USUAL_NAIRA = [100, 200, 500, 1_000]
const EMPTY: Airtime & NamedNumber = { phone: '', phoneName: null, network: null, amount: '', bpcCode: null }

/** Asks for the terms of an airtime purchase. No money moves here. */
export function AirtimeForm({ onQuote }: { onQuote: (quote: Quote, naming: Naming) => void }) {
  const { element, form, change, submit, problems, asking, refusalOf } = useQuoteForm({
    empty: EMPTY,
    fieldsOfRefusal: (error) => fieldsOfRefusal(error, ['phone', 'network', 'amount', 'bpcCode']),
    onQuote: (quote) => onQuote(quote, namingOf(form)),
  })
  const network = networkOf({ chosen: form.network, phone: form.phone })
  const bpcCode = form.bpcCode ?? ''
  const limit = useBillLimit('airtime', { minKobo: AIRTIME_MIN_KOBO, maxKobo: AIRTIME_MAX_KOBO, bpcCode })
  const isReady = network !== null && readTypedPhone(form.phone) !== null

  /** With a number to send it to, a usual amount is all that was missing. */
  function chooseAmount(amount: string) {
    change({ amount })
    if (isReady) submit(checkAirtime({ ...form, amount, network, bpcCode }))
  }

  return (
    <QuoteForm kind="airtime" element={element} onSubmit={() => submit(checkAirtime({ ...form, network, bpcCode }))}>
      <SavedRecipients
        kind="phone"
        onPick={({ details: { phone, network: known } }) => change({ phone, phoneName: null, network: known })}
      />
      <NamedPhone
        phone={form.phone}
        phoneName={form.phoneName}
        onChange={change}
        onPick={({ phone, name }) => change({ phone, phoneName: name, network: null })}
        error={problems.phone}
      />
      <NetworkField
        network={network}
        suggested={form.network === null}
        onChoose={(chosen) => change({ network: chosen })}
        error={problems.network}
      />
      <NairaField
        label="Amount"
        value={form.amount}
        onChange={(amount) => change({ amount })}
        aside={<AvailableBalance />}
        hint={limit}
        error={problems.amount}
        usual={{ naira: USUAL_NAIRA, onChoose: chooseAmount, goesOn: isReady }}
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
