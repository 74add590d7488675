import { FORM_ERRORS } from '#contract/form-errors.ts'
import { readTypedPhone } from '#contract/phones.ts'
import type { Network, Plan } from '#contract/purchases.ts'
import {
  codeOf,
  hasProblem,
  incomplete,
  missingPhone,
  type PurchaseFields,
  type WithCode,
  wrong,
  wrongPhone,
} from '#web/payments/bills/check-bill.ts'
import type { Checked } from '#web/payments/orders/use-quote-form.ts'

export type DataForm = WithCode & { readonly network: Network | null; readonly bundle: Plan | null }

/** The form's request, or what is wrong with it. The server checks everything again, including the BPC code. */
export function checkData(form: DataForm): Checked<PurchaseFields> {
  const { network, bundle } = form
  const missing = { ...missingPhone(form), ...(network === null ? { network: 'Choose the network' } : {}) }
  if (network === null || hasProblem(missing))
    return incomplete({ ...missing, ...(bundle === null ? { bundle: 'Choose the bundle' } : {}) })
  const phone = readTypedPhone(form.phone)
  if (phone === null) return wrongPhone()
  if (bundle === null) return wrong('bundle', FORM_ERRORS['bundle.invalid'].message)
  return { body: { kind: 'data', network, phone, bundleId: bundle.id, bpcCode: codeOf(form) } }
}
