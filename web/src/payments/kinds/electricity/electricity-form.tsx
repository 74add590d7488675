import { ELECTRICITY_MAX_KOBO, ELECTRICITY_MIN_KOBO, METER_DIGITS_MAX, METER_DIGITS_MIN } from '#contract/constants.ts'
import { formatNairaShort, parseNaira } from '#contract/money.ts'
import type { Quote } from '#contract/orders.ts'
import { SavedRecipients } from '#web/payments/beneficiaries/saved-recipients.tsx'
import { BillerField } from '#web/payments/bills/biller-field.tsx'
import { CustomerField } from '#web/payments/bills/customer-field.tsx'
import { fieldsOfRefusal } from '#web/payments/bills/fields-of-refusal.ts'
import { FormFooter } from '#web/payments/bills/form-footer.tsx'
import { PhoneField } from '#web/payments/bills/phone-field.tsx'
import { useCustomerName } from '#web/payments/bills/resolve-customer.ts'
import { BpcCodeField } from '#web/payments/orders/bpc-code-field.tsx'
import { QuoteForm } from '#web/payments/orders/quote-form.tsx'
import { useQuoteForm } from '#web/payments/orders/use-quote-form.ts'
import { NairaField } from '#web/ui/naira-field.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { checkElectricity, type ElectricityForm as Electricity, isMeterNumber } from './check-electricity.ts'

const EMPTY: Electricity = { biller: null, meterNumber: '', meterType: 'prepaid', amount: '', phone: '', bpcCode: null }
const METER_TYPES = [
  { id: 'prepaid', name: 'Prepaid' },
  { id: 'postpaid', name: 'Postpaid' },
] as const

/** Asks for the terms of an electricity payment, once the company has named the customer. No money moves here. */
export function ElectricityForm({ onQuote }: { onQuote: (quote: Quote) => void }) {
  const { element, form, change, submit, problems, asking, refusal } = useQuoteForm({
    empty: EMPTY,
    fieldsOfRefusal: (error) => fieldsOfRefusal(error, ['biller', 'customerNumber', 'amount', 'phone', 'bpcCode']),
    onQuote,
  })
  const { biller, meterNumber, meterType } = form
  const complete = biller !== null && isMeterNumber(meterNumber)
  const name = useCustomerName(complete ? { biller: biller.id, customerNumber: meterNumber, meterType } : null)
  const bpcCode = form.bpcCode ?? ''

  return (
    <QuoteForm element={element} onSubmit={() => submit(checkElectricity({ ...form, bpcCode }, name))}>
      <SavedRecipients
        kind="meter"
        onPick={({ details }) =>
          change({
            biller: { id: details.biller, name: details.billerName },
            meterNumber: details.meterNumber,
            meterType: details.meterType,
          })
        }
      />
      <BillerField
        of="electricity"
        label="Electricity Company"
        chosen={biller}
        onChoose={(chosen) => change({ biller: chosen })}
        error={problems.biller}
      />
      <RadioTiles
        legend="Meter"
        options={METER_TYPES}
        chosen={meterType}
        onChoose={(chosen) => change({ meterType: chosen })}
      />
      <CustomerField
        label="Meter Number"
        digits={{ min: METER_DIGITS_MIN, max: METER_DIGITS_MAX }}
        number={meterNumber}
        onChange={(number) => change({ meterNumber: number })}
        name={name}
        error={problems.customerNumber}
      />
      <NairaField
        label="Amount"
        value={form.amount}
        onChange={(amount) => change({ amount })}
        hint={`${formatNairaShort(ELECTRICITY_MIN_KOBO)} to ${formatNairaShort(ELECTRICITY_MAX_KOBO)}`}
        error={problems.amount}
      />
      <PhoneField
        phone={form.phone}
        onChange={(phone) => change({ phone })}
        hint="Sent to the company with the payment"
        error={problems.phone}
      />
      <BpcCodeField code={bpcCode} onChange={(text) => change({ bpcCode: text })} error={problems.bpcCode} />
      <FormFooter
        kind="electricity"
        buying={{ amountKobo: parseNaira(form.amount), bpcCode }}
        action="Pay Electricity"
        asking={asking}
        refusal={refusal}
      />
    </QuoteForm>
  )
}
