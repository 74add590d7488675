import { useQuery } from '@tanstack/react-query'
import type { BundlesAnswer, Network } from '#contract/purchases.ts'
import { api } from '#web/lib/api.ts'

/** What the provider sells for this network now. Pass null while none is chosen. */
export function useBundles(network: Network | null) {
  return useQuery({
    queryKey: ['bundles', network],
    queryFn: async ({ signal }) =>
      (await api<BundlesAnswer>('GET', `/api/data-bundles?network=${network}`, undefined, signal)).bundles,
    enabled: network !== null,
    staleTime: 60_000,
  })
}
