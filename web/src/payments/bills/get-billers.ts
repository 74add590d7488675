import { useQuery } from '@tanstack/react-query'
import type { BillersAnswer } from '#contract/purchases.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'

/** Who can be paid: electricity companies and TV. */
export function useBillers() {
  return useQuery({
    queryKey: ['billers'],
    queryFn: ({ signal }) => api<BillersAnswer>('GET', '/api/billers', undefined, signal),
    staleTime: freshFor(5 * 60_000),
  })
}
