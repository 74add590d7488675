import { useQuery } from '@tanstack/react-query'
import type { BillersAnswer } from '#contract/purchases.ts'
import { api } from '#web/lib/api.ts'

/** Who can be paid: electricity companies and TV. */
export function useBillers() {
  return useQuery({
    queryKey: ['billers'],
    queryFn: ({ signal }) => api<BillersAnswer>('GET', '/api/billers', undefined, signal),
    staleTime: 5 * 60_000,
  })
}
