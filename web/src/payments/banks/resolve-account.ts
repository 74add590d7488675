import { useQuery } from '@tanstack/react-query'
import type { ResolveAnswer, ResolveBody } from '#contract/banks.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'

/** Asks the bank whose account this is. Pass null while number or bank are missing. */
export function useResolvedAccount(account: ResolveBody | null) {
  return useQuery({
    queryKey: ['resolve', account],
    queryFn: ({ signal }) => api<ResolveAnswer>('POST', '/api/banks/resolve', account, signal),
    enabled: account !== null,
    staleTime: freshFor(60_000),
    retry: false,
  })
}
