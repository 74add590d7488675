import { useQuery } from '@tanstack/react-query'
import type { BankNamesAnswer } from '#contract/console/settings.ts'
import { call } from '#web/console/call.ts'

/** The provider's bank list. It may be unreachable just when a notice is needed, so a bank can also be typed. */
export function useBankNames() {
  return useQuery({
    queryKey: ['bank-names'],
    queryFn: async ({ signal }) => await call<BankNamesAnswer>('GET', '/api/admin/settings/banks', undefined, signal),
  })
}
