import { AIRTIME_MAX_KOBO, AIRTIME_MIN_KOBO } from '#contract/constants.ts'
import { FORM_ERRORS } from '#contract/form-errors.ts'
import { parseNaira } from '#contract/money.ts'
import { readTypedPhone } from '#contract/phones.ts'
import type { Network } from '#contract/purchases.ts'
import {
  codeOf,
  hasProblem,
  incomplete,
  missingAmount,
  missingPhone,
  type PurchaseFields,
  type WithCode,
  wrong,
  wrongPhone,
} from '#web/payments/bills/check-bill.ts'
import type { Checked } from '#web/payments/orders/use-quote-form.ts'

export type AirtimeForm = WithCode & { readonly network: Network | null; readonly amount: string }

/** The form's request, or what is wrong with it. The server checks everything again, including the BPC code. */
export function checkAirtime(form: AirtimeForm): Checked<PurchaseFields> {
  const { network, amount } = form
  const missing = {
    ...missingPhone(form),
    ...(network === null ? { network: 'Choose the network' } : {}),
    ...missingAmount(amount),
  }
  if (network === null || hasProblem(missing)) return incomplete(missing)
  const phone = readTypedPhone(form.phone)
  if (phone === null) return wrongPhone()
  const amountKobo = parseNaira(amount)
  if (amountKobo === null) return wrong('amount', FORM_ERRORS['amount.invalid'].message)
  if (amountKobo < AIRTIME_MIN_KOBO) return wrong('amount', FORM_ERRORS['airtime.too-small'].message)
  if (amountKobo > AIRTIME_MAX_KOBO) return wrong('amount', FORM_ERRORS['airtime.too-large'].message)
  return { body: { kind: 'airtime', network, phone, amountKobo: amountKobo.toString(), bpcCode: codeOf(form) } }
}
