import { useQuery } from '@tanstack/react-query'
import type { Exam, ExamPlansAnswer } from '#contract/kinds/education.ts'
import type { Plan } from '#contract/purchases.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'

/** A plan of the catalogue as it is chosen from one list of all examinations. */
export type ExamChoice = Plan & { readonly exam: Exam; readonly planId: string }

/** The PINs the provider sells now, each with the price of one. */
export function useExamPlans() {
  return useQuery({
    queryKey: ['plans', 'exams'],
    queryFn: async ({ signal }) => toChoices(await api<ExamPlansAnswer>('GET', '/api/exam-pins', undefined, signal)),
    staleTime: freshFor(60_000),
  })
}

function toChoices({ plans }: ExamPlansAnswer): ExamChoice[] {
  return plans.map(({ exam, examName, id, name, amountKobo }) => ({
    id: `${exam} ${id}`,
    name: `${examName}, ${name}`,
    amountKobo,
    exam,
    planId: id,
  }))
}
