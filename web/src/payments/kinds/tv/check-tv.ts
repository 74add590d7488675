import { SMARTCARD_DIGITS_MAX, SMARTCARD_DIGITS_MIN } from '#contract/constants.ts'
import { readTypedPhone } from '#contract/phones.ts'
import type { Biller, Plan } from '#contract/purchases.ts'
import {
  codeOf,
  hasProblem,
  incomplete,
  missingCustomer,
  missingPhone,
  type PurchaseFields,
  type WithCode,
  withoutName,
  wrongCustomerNumber,
  wrongPhone,
} from '#web/payments/bills/check-bill.ts'
import { isNumberOf } from '#web/payments/orders/digits.ts'
import type { Checked } from '#web/payments/orders/use-quote-form.ts'
import type { ResolvedName } from '#web/ui/resolved-name.tsx'

export type TvForm = WithCode & {
  readonly biller: Biller | null
  readonly smartcardNumber: string
  readonly plan: Plan | null
}

/** The form's request, or what is wrong with it. The server checks everything again, including the BPC code. */
export function checkTv(form: TvForm, name: ResolvedName): Checked<PurchaseFields> {
  const { biller, smartcardNumber, plan } = form
  const missing = {
    ...missingCustomer(biller, smartcardNumber, 'Enter the smartcard number'),
    ...(plan === null ? { plan: 'Choose the package' } : {}),
    ...missingPhone(form),
  }
  if (biller === null || plan === null || hasProblem(missing)) return incomplete(missing)
  if (!isSmartcardNumber(smartcardNumber)) return wrongCustomerNumber(smartcardNumber)
  const phone = readTypedPhone(form.phone)
  if (phone === null) return wrongPhone()
  if (name.status !== 'known') return withoutName(name)
  return { body: { kind: 'tv', biller: biller.id, smartcardNumber, planId: plan.id, phone, bpcCode: codeOf(form) } }
}

export function isSmartcardNumber(digits: string): boolean {
  return isNumberOf(digits, SMARTCARD_DIGITS_MIN, SMARTCARD_DIGITS_MAX)
}
