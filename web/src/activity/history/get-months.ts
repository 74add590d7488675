import { useQuery } from '@tanstack/react-query'
import type { MonthsAnswer } from '#contract/transactions.ts'
import { api } from '#web/lib/api.ts'

const MONTHS = 6

/** Money in and out of the last months, this one included. */
export function useMonths() {
  return useQuery({
    // Under `transactions`, because a change to any transaction outdates these figures.
    queryKey: ['transactions', 'months', MONTHS],
    queryFn: async ({ signal }) =>
      (await api<MonthsAnswer>('GET', `/api/transactions/months?months=${MONTHS}`, undefined, signal)).months,
  })
}
