import { AIRTIME_MAX_KOBO, AIRTIME_MIN_KOBO } from '#contract/constants.ts'
import { formatNairaShort, parseNaira } from '#contract/money.ts'
import type { Quote } from '#contract/orders.ts'
import { parsePhone } from '#contract/phones.ts'
import { SavedRecipients } from '#web/payments/beneficiaries/saved-recipients.tsx'
import { fieldsOfRefusal } from '#web/payments/bills/fields-of-refusal.ts'
import { FormFooter } from '#web/payments/bills/form-footer.tsx'
import { NetworkField, networkOf } from '#web/payments/bills/network-field.tsx'
import { PhoneField } from '#web/payments/bills/phone-field.tsx'
import { BpcCodeField } from '#web/payments/orders/bpc-code-field.tsx'
import { QuoteForm } from '#web/payments/orders/quote-form.tsx'
import { useQuoteForm } from '#web/payments/orders/use-quote-form.ts'
import { AmountChips } from '#web/ui/amount-chips.tsx'
import { NairaField } from '#web/ui/naira-field.tsx'
import { type AirtimeForm as Airtime, checkAirtime } from './check-airtime.ts'

const USUAL_NAIRA = [100, 200, 500, 1_000]
const EMPTY: Airtime = { phone: '', network: null, amount: '', bpcCode: null }

/** Asks for the terms of an airtime purchase. No money moves here. */
export function AirtimeForm({ onQuote }: { onQuote: (quote: Quote) => void }) {
  const { element, form, change, submit, problems, asking, refusal } = useQuoteForm({
    empty: EMPTY,
    fieldsOfRefusal: (error) => fieldsOfRefusal(error, ['phone', 'network', 'amount', 'bpcCode']),
    onQuote,
  })
  const network = networkOf({ chosen: form.network, phone: form.phone })
  const bpcCode = form.bpcCode ?? ''
  const isReady = network !== null && parsePhone(form.phone) !== null

  /** With a number to send it to, a usual amount is all that was missing. */
  function chooseAmount(amount: string) {
    change({ amount })
    if (isReady) submit(checkAirtime({ ...form, amount, network, bpcCode }))
  }

  return (
    <QuoteForm element={element} onSubmit={() => submit(checkAirtime({ ...form, network, bpcCode }))}>
      <SavedRecipients
        kind="phone"
        onPick={({ details: { phone, network: known } }) => change({ phone, network: known })}
      />
      <PhoneField phone={form.phone} onChange={(phone) => change({ phone })} error={problems.phone} />
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
        hint={`${formatNairaShort(AIRTIME_MIN_KOBO)} to ${formatNairaShort(AIRTIME_MAX_KOBO)}`}
        error={problems.amount}
      />
      <AmountChips amounts={USUAL_NAIRA} onChoose={chooseAmount} goesOn={isReady} />
      <BpcCodeField code={bpcCode} onChange={(text) => change({ bpcCode: text })} error={problems.bpcCode} />
      <FormFooter
        kind="airtime"
        buying={{ amountKobo: parseNaira(form.amount), bpcCode }}
        action="Purchase Airtime"
        asking={asking}
        refusal={refusal}
      />
    </QuoteForm>
  )
}
