import { useQuery } from '@tanstack/react-query'
import type { BundlesAnswer, Network } from '#contract/purchases.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'

/** The bundles that the provider sells for this network now. Pass null while none is chosen. */
export function useBundles(network: Network | null) {
  return useQuery({
    queryKey: ['bundles', network],
    queryFn: async ({ signal }) =>
      (await api<BundlesAnswer>('GET', `/api/data-bundles?network=${network}`, undefined, signal)).bundles,
    enabled: network !== null,
    staleTime: freshFor(60_000),
  })
}
