import { ELECTRICITY_MAX_KOBO, ELECTRICITY_MIN_KOBO, METER_DIGITS_MAX, METER_DIGITS_MIN } from '#contract/constants.ts'
import { FORM_ERRORS } from '#contract/form-errors.ts'
import { formatNairaShort, type Kobo, parseNaira } from '#contract/money.ts'
import { readTypedPhone } from '#contract/phones.ts'
import type { Biller, MeterType } from '#contract/purchases.ts'
import {
  codeOf,
  hasProblem,
  incomplete,
  missingAmount,
  missingCustomer,
  missingPhone,
  type PurchaseFields,
  type WithCode,
  withoutName,
  wrong,
  wrongCustomerNumber,
  wrongPhone,
} from '#web/payments/bills/check-bill.ts'
import { isNumberOf } from '#web/payments/orders/digits.ts'
import type { Checked } from '#web/payments/orders/use-quote-form.ts'
import type { ResolvedName } from '#web/ui/resolved-name.tsx'

export type ElectricityForm = WithCode & {
  readonly biller: Biller | null
  readonly meterNumber: string
  readonly meterType: MeterType
  readonly amount: string
}

/** The form's request, or what is wrong with it. The server checks everything again, including the BPC code. */
export function checkElectricity(form: ElectricityForm, name: ResolvedName): Checked<PurchaseFields> {
  const { biller, meterNumber, meterType, amount } = form
  const missing = {
    ...missingCustomer(biller, meterNumber, 'Enter the meter number'),
    ...missingAmount(amount),
    ...missingPhone(form),
  }
  if (biller === null || hasProblem(missing)) return incomplete(missing)
  if (!isMeterNumber(meterNumber)) return wrongCustomerNumber(meterNumber)
  const amountKobo = parseNaira(amount)
  const bounds = amountKobo === null ? FORM_ERRORS['amount.invalid'].message : electricityBoundsProblem(amountKobo)
  if (amountKobo === null || bounds !== null) return wrong('amount', bounds ?? '')
  const phone = readTypedPhone(form.phone)
  if (phone === null) return wrongPhone()
  if (name.status !== 'known') return withoutName(name)
  const of = { biller: biller.id, meterNumber, meterType, phone, amountKobo: amountKobo.toString() }
  return { body: { kind: 'electricity', ...of, bpcCode: codeOf(form) } }
}

export function isMeterNumber(digits: string): boolean {
  return isNumberOf(digits, METER_DIGITS_MIN, METER_DIGITS_MAX)
}

function electricityBoundsProblem(amountKobo: Kobo): string | null {
  if (amountKobo < ELECTRICITY_MIN_KOBO) return `The least you can pay is ${formatNairaShort(ELECTRICITY_MIN_KOBO)}.`
  if (amountKobo > ELECTRICITY_MAX_KOBO)
    return `The most you can pay at once is ${formatNairaShort(ELECTRICITY_MAX_KOBO)}.`
  return null
}
