import {
  AIRTIME_MAX_KOBO,
  AIRTIME_MIN_KOBO,
  ELECTRICITY_MAX_KOBO,
  ELECTRICITY_MIN_KOBO,
  METER_DIGITS_MAX,
  METER_DIGITS_MIN,
  SMARTCARD_DIGITS_MAX,
  SMARTCARD_DIGITS_MIN,
} from '#contract/constants.ts'
import { FORM_ERRORS } from '#contract/form-errors.ts'
import { formatNairaShort, type Kobo, parseNaira } from '#contract/money.ts'
import { parsePhone } from '#contract/phones.ts'
import type { Biller, MeterType, Network, Plan } from '#contract/purchases.ts'
import type { Checked } from '#web/payments/orders/use-quote-form.ts'
import type { ResolvedName } from '#web/ui/resolved-name.tsx'

/** The state of a form. `bpcCode` is null until the user edits it: then it shows their best code. */
type WithCode = { readonly phone: string; readonly bpcCode: string | null }
export type AirtimeForm = WithCode & { readonly network: Network | null; readonly amount: string }
export type DataForm = WithCode & { readonly network: Network | null; readonly bundle: Plan | null }
export type ElectricityForm = WithCode & {
  readonly biller: Biller | null
  readonly meterNumber: string
  readonly meterType: MeterType
  readonly amount: string
}
export type TvForm = WithCode & {
  readonly biller: Biller | null
  readonly smartcardNumber: string
  readonly plan: Plan | null
}

export type PurchaseFields = Partial<
  Record<'phone' | 'network' | 'amount' | 'bundle' | 'biller' | 'customerNumber' | 'plan' | 'bpcCode', string>
>

/** What a form asks the server for, or what is wrong. The server checks everything again, the BPC code as well. */
export function checkAirtime(form: AirtimeForm): Checked<PurchaseFields> {
  const { network, amount } = form
  const missing = {
    ...missingPhone(form),
    ...(network === null ? { network: 'Choose the network' } : {}),
    ...missingAmount(amount),
  }
  if (network === null || hasProblem(missing)) return incomplete(missing)
  const phone = parsePhone(form.phone)
  if (phone === null) return wrongPhone()
  const amountKobo = parseNaira(amount)
  if (amountKobo === null) return wrong('amount', FORM_ERRORS['amount.invalid'].message)
  if (amountKobo < AIRTIME_MIN_KOBO) return wrong('amount', FORM_ERRORS['airtime.too-small'].message)
  if (amountKobo > AIRTIME_MAX_KOBO) return wrong('amount', FORM_ERRORS['airtime.too-large'].message)
  return { body: { kind: 'airtime', network, phone, amountKobo: amountKobo.toString(), bpcCode: codeOf(form) } }
}

export function checkData(form: DataForm): Checked<PurchaseFields> {
  const { network, bundle } = form
  const missing = { ...missingPhone(form), ...(network === null ? { network: 'Choose the network' } : {}) }
  if (network === null || hasProblem(missing))
    return incomplete({ ...missing, ...(bundle === null ? { bundle: 'Choose the bundle' } : {}) })
  const phone = parsePhone(form.phone)
  if (phone === null) return wrongPhone()
  if (bundle === null) return wrong('bundle', FORM_ERRORS['bundle.invalid'].message)
  return { body: { kind: 'data', network, phone, bundleId: bundle.id, bpcCode: codeOf(form) } }
}

export function checkElectricity(form: ElectricityForm, name: ResolvedName): Checked<PurchaseFields> {
  const { biller, meterNumber, meterType, amount } = form
  const missing = {
    ...missingCustomer(biller, meterNumber, 'Enter the meter number'),
    ...missingAmount(amount),
    ...missingPhone(form),
  }
  if (biller === null || hasProblem(missing)) return incomplete(missing)
  if (!isMeterNumber(meterNumber)) return wrong('customerNumber', FORM_ERRORS['customer-number.invalid'].message)
  const amountKobo = parseNaira(amount)
  const bounds = amountKobo === null ? FORM_ERRORS['amount.invalid'].message : electricityBoundsProblem(amountKobo)
  if (amountKobo === null || bounds !== null) return wrong('amount', bounds ?? '')
  const phone = parsePhone(form.phone)
  if (phone === null) return wrongPhone()
  if (name.status !== 'known') return withoutName(name)
  const of = { biller: biller.id, meterNumber, meterType, phone, amountKobo: amountKobo.toString() }
  return { body: { kind: 'electricity', ...of, bpcCode: codeOf(form) } }
}

export function checkTv(form: TvForm, name: ResolvedName): Checked<PurchaseFields> {
  const { biller, smartcardNumber, plan } = form
  const missing = {
    ...missingCustomer(biller, smartcardNumber, 'Enter the smartcard number'),
    ...(plan === null ? { plan: 'Choose the package' } : {}),
    ...missingPhone(form),
  }
  if (biller === null || plan === null || hasProblem(missing)) return incomplete(missing)
  if (!isSmartcardNumber(smartcardNumber))
    return wrong('customerNumber', FORM_ERRORS['customer-number.invalid'].message)
  const phone = parsePhone(form.phone)
  if (phone === null) return wrongPhone()
  if (name.status !== 'known') return withoutName(name)
  return { body: { kind: 'tv', biller: biller.id, smartcardNumber, planId: plan.id, phone, bpcCode: codeOf(form) } }
}

export function isMeterNumber(digits: string): boolean {
  return digits.length >= METER_DIGITS_MIN && digits.length <= METER_DIGITS_MAX
}

export function isSmartcardNumber(digits: string): boolean {
  return digits.length >= SMARTCARD_DIGITS_MIN && digits.length <= SMARTCARD_DIGITS_MAX
}

function electricityBoundsProblem(amountKobo: Kobo): string | null {
  if (amountKobo < ELECTRICITY_MIN_KOBO) return `The least you can pay is ${formatNairaShort(ELECTRICITY_MIN_KOBO)}.`
  if (amountKobo > ELECTRICITY_MAX_KOBO)
    return `The most you can pay at once is ${formatNairaShort(ELECTRICITY_MAX_KOBO)}.`
  return null
}

function missingPhone({ phone }: WithCode): PurchaseFields {
  return phone.trim() === '' ? { phone: 'Enter the phone number' } : {}
}

function missingAmount(amount: string): PurchaseFields {
  return amount.trim() === '' ? { amount: 'Enter the amount' } : {}
}

function missingCustomer(biller: Biller | null, number: string, sentence: string): PurchaseFields {
  return {
    ...(biller === null ? { biller: 'Choose the company' } : {}),
    ...(number === '' ? { customerNumber: sentence } : {}),
  }
}

function hasProblem(problems: PurchaseFields): boolean {
  return Object.keys(problems).length > 0
}

function incomplete(problems: PurchaseFields): Checked<PurchaseFields> {
  return { problems, toast: FORM_ERRORS['form.incomplete'].message }
}

function wrong(field: keyof PurchaseFields, sentence: string): Checked<PurchaseFields> {
  return { problems: { [field]: sentence }, toast: sentence }
}

function wrongPhone(): Checked<PurchaseFields> {
  return wrong('phone', FORM_ERRORS['phone.invalid'].message)
}

function withoutName(name: ResolvedName): Checked<PurchaseFields> {
  if (name.status === 'refused') return { problems: {}, toast: name.message }
  return { problems: {}, toast: 'We are still checking the customer’s name. Try again when it appears.' }
}

function codeOf({ bpcCode }: WithCode): string | null {
  return bpcCode?.trim() || null
}
