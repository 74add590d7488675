import { useQuery } from '@tanstack/react-query'
import type { NetworksAnswer } from '#contract/purchases.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'

export function useNetworks() {
  return useQuery({
    queryKey: ['networks'],
    queryFn: async ({ signal }) => (await api<NetworksAnswer>('GET', '/api/networks', undefined, signal)).networks,
    staleTime: freshFor(5 * 60_000),
  })
}
