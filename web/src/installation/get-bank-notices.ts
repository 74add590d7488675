import { useQuery } from '@tanstack/react-query'
import type { BankNoticesAnswer } from '#contract/installation.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'

/** The bank notices in force now. Without a response none is shown: a notice never blocks paying. */
export function useBankNotices() {
  return useQuery({
    queryKey: ['installation', 'bank-notices'],
    queryFn: async ({ signal }) =>
      (await api<BankNoticesAnswer>('GET', '/api/bank-notices', undefined, signal)).notices,
    staleTime: freshFor(60_000),
  })
}
