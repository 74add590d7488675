import { useQuery } from '@tanstack/react-query'
import type { BanksAnswer } from '#contract/banks.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'

export function useBanks() {
  return useQuery({
    queryKey: ['banks'],
    queryFn: async ({ signal }) => (await api<BanksAnswer>('GET', '/api/banks', undefined, signal)).banks,
    staleTime: freshFor(5 * 60_000),
  })
}
