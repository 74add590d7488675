import { useId } from 'react'
import { ELECTRICITY_MAX_KOBO, ELECTRICITY_MIN_KOBO, METER_DIGITS_MAX, METER_DIGITS_MIN } from '#contract/constants.ts'
import { parseNaira } from '#contract/money.ts'
import type { Quote } from '#contract/orders.ts'
import type { MeterType } from '#contract/purchases.ts'
import { hasTexts, isText } from '#web/identity/sessions/use-draft.ts'
import { SavedRecipients } from '#web/payments/beneficiaries/saved-recipients.tsx'
import { BillerField } from '#web/payments/bills/biller-field.tsx'
import { CustomerField } from '#web/payments/bills/customer-field.tsx'
import { fieldsOfRefusal } from '#web/payments/bills/fields-of-refusal.ts'
import { FormFooter } from '#web/payments/bills/form-footer.tsx'
import { PhoneField } from '#web/payments/bills/phone-field.tsx'
import { useCustomerName } from '#web/payments/bills/resolve-customer.ts'
import { QuoteForm } from '#web/payments/orders/quote-form.tsx'
import { useBillLimit } from '#web/payments/orders/use-limit-text.ts'
import { useQuoteForm } from '#web/payments/orders/use-quote-form.ts'
import { LabelledField } from '#web/ui/field.tsx'
import { FieldPair } from '#web/ui/field-pair.tsx'
import { NairaField } from '#web/ui/naira-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { AvailableBalance } from '#web/wallet/available-balance.tsx'
import { checkElectricity, type ElectricityForm as Electricity, isMeterNumber } from './check-electricity.ts'

const USUAL_NAIRA = [1_000, 2_000, 5_000, 10_000]
const EMPTY: Electricity = { biller: null, meterNumber: '', meterType: 'prepaid', amount: '', phone: '', bpcCode: null }
const METER_TYPES = [
  { value: 'prepaid', name: 'Prepaid' },
  { value: 'postpaid', name: 'Postpaid' },
] as const
const DRAFT = {
  name: 'electricity',
  kept: { biller: hasTexts('id', 'name'), meterNumber: isText, meterType: isMeterType, amount: isText, phone: isText },
} as const

/** Asks for the terms of an electricity payment, once the company has named the customer. No money moves here. */
export function ElectricityForm({ onQuote }: { onQuote: (quote: Quote) => void }) {
  const { element, form, change, submit, problems, asking, refusalOf } = useQuoteForm({
    empty: EMPTY,
    draft: DRAFT,
    fieldsOfRefusal: (error) => fieldsOfRefusal(error, ['biller', 'customerNumber', 'amount', 'phone', 'bpcCode']),
    onQuote,
  })
  const { biller, meterNumber, meterType } = form
  const complete = biller !== null && isMeterNumber(meterNumber)
  const name = useCustomerName(complete ? { biller: biller.id, customerNumber: meterNumber, meterType } : null)
  const bpcCode = form.bpcCode ?? ''
  const limit = useBillLimit('electricity', { minKobo: ELECTRICITY_MIN_KOBO, maxKobo: ELECTRICITY_MAX_KOBO, bpcCode })

  return (
    <QuoteForm
      kind="electricity"
      element={element}
      onSubmit={() => submit(checkElectricity({ ...form, bpcCode }, name))}
    >
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
      <FieldPair>
        <BillerField
          of="electricity"
          label="Electricity Company"
          chosen={biller}
          onChoose={(chosen) => change({ biller: chosen })}
          error={problems.biller}
        />
        <MeterTypeField chosen={meterType} onChoose={(chosen) => change({ meterType: chosen })} />
      </FieldPair>
      <CustomerField
        label="Meter Number"
        digits={{ min: METER_DIGITS_MIN, max: METER_DIGITS_MAX }}
        number={meterNumber}
        onChange={(number) => change({ meterNumber: number })}
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
        kind="electricity"
        amountKobo={parseNaira(form.amount)}
        bpcCode={bpcCode}
        onBpcCode={(code) => change({ bpcCode: code })}
        bpcError={problems.bpcCode}
        hasAmount
        action="Pay Electricity"
        asking={asking}
        refusal={refusalOf(name)}
      />
    </QuoteForm>
  )
}

function isMeterType(value: unknown): boolean {
  return METER_TYPES.some((type) => type.value === value)
}

type MeterTypeFieldProps = { chosen: MeterType; onChoose: (type: MeterType) => void }

function MeterTypeField({ chosen, onChoose }: MeterTypeFieldProps) {
  const id = useId()
  return (
    <LabelledField id={id} label="Meter">
      <Select
        id={id}
        value={chosen}
        options={METER_TYPES}
        onChoose={(type) => {
          if (type !== null) onChoose(type)
        }}
      />
    </LabelledField>
  )
}
