import { type Exam, exam } from '#contract/kinds/education.ts'
import type { BillsCatalogue } from '#server/payments/bills/bill-catalogue.ts'
import { AppError } from '#server/platform/errors.ts'

/** The product name for each examination. */
export const EXAMS: Readonly<Record<Exam, { readonly name: string }>> = {
  waec: { name: 'WAEC result checker' },
}

/** @throws AppError `plan.invalid` */
export function readExam(uncheckedExam: string): Exam {
  const read = exam.safeParse(uncheckedExam)
  if (!read.success) throw notSold()
  return read.data
}

/**
 * A product for an examination, with the provider's name and price. @throws AppError `plan.invalid`,
 * `provider.unavailable`
 */
export async function requirePlan(catalogue: BillsCatalogue, of: { exam: Exam; planId: string }) {
  const plans = await catalogue.plans({ product: 'education', exam: of.exam })
  const plan = plans.find(({ id }) => id === of.planId)
  if (plan === undefined) throw notSold()
  return plan
}

function notSold(): AppError {
  const message = 'Please choose an exam from the list.'
  return new AppError('plan.invalid', { message, fields: { planId: 'Choose an exam' } })
}
