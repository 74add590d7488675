import { readTypedPhone } from '#contract/phones.ts'
import {
  codeOf,
  hasProblem,
  incomplete,
  missingPhone,
  type PurchaseFields,
  type WithCode,
  wrongPhone,
} from '#web/payments/bills/check-bill.ts'
import type { Checked } from '#web/payments/orders/use-quote-form.ts'
import type { ExamChoice } from './get-exam-plans.ts'

export type EducationForm = WithCode & { readonly plan: ExamChoice | null; readonly quantity: number }

/** The form's request, or what is wrong with it. The server checks everything again, including the BPC code. */
export function checkEducation(form: EducationForm): Checked<PurchaseFields> {
  const { plan, quantity } = form
  const missing = { ...(plan === null ? { plan: 'Choose the exam' } : {}), ...missingPhone(form) }
  if (plan === null || hasProblem(missing)) return incomplete(missing)
  const phone = readTypedPhone(form.phone)
  if (phone === null) return wrongPhone()
  const { exam, planId } = plan
  return { body: { kind: 'education', exam, planId, quantity, phone, bpcCode: codeOf(form) } }
}
