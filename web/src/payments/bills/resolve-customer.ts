import { useQuery } from '@tanstack/react-query'
import type { MeterType, ResolveCustomerAnswer } from '#contract/purchases.ts'
import { api, messageOf } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import type { ResolvedName } from '#web/ui/resolved-name.tsx'

/** Longer than for an account number: a meter number has no fixed length, so nobody knows when it is complete. */
const PAUSE_MS = 600

export type AskedCustomer = { biller: string; customerNumber: string; meterType: MeterType | null }

/** Asks the company whose meter or smartcard it is. Pass null while something is missing. */
export function useCustomerName(asked: AskedCustomer | null): ResolvedName & { askAgain: () => void } {
  const wanted = asked === null ? '' : JSON.stringify(asked)
  const ready = useDebounced(wanted, PAUSE_MS) === wanted && asked !== null
  const answer = useQuery({
    queryKey: ['customer', asked],
    queryFn: ({ signal }) => api<ResolveCustomerAnswer>('POST', '/api/billers/resolve', asked, signal),
    enabled: ready,
    staleTime: freshFor(60_000),
    retry: false,
  })
  const askAgain = () => void answer.refetch()

  if (asked === null) return { status: 'missing', askAgain }
  if (!ready || answer.isFetching) return { status: 'asking', askAgain }
  if (answer.data === undefined) return { status: 'refused', message: messageOf(answer.error), askAgain }
  return { status: 'known', name: answer.data.customerName, detail: answer.data.detail, askAgain }
}
