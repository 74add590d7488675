import { useQuery } from '@tanstack/react-query'
import type { TvPlansAnswer } from '#contract/purchases.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'

/** The packages of a TV provider. Pass null while none is chosen. */
export function useTvPlans(biller: string | null) {
  return useQuery({
    queryKey: ['plans', 'tv', biller],
    queryFn: async ({ signal }) =>
      (
        await api<TvPlansAnswer>(
          'GET',
          `/api/tv-plans?${new URLSearchParams({ biller: biller ?? '' })}`,
          undefined,
          signal,
        )
      ).plans,
    enabled: biller !== null,
    staleTime: freshFor(60_000),
  })
}
