import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OrderAnswer } from '#contract/console/orders.ts'
import { call } from '#web/console/call.ts'
import { useMaskAgain } from '#web/console/customers/use-mask-again.ts'

type Look<Answer> = {
  readonly data: Answer | undefined
  readonly error: unknown
  readonly isReading: boolean
  /** Looks again, which is recorded: nothing refreshes automatically. */
  readonly lookAgain: () => void
}

/** One order or deposit, read once; data that a reason opened is hidden again when its time is over. */
export function useLook<Answer extends { readonly customer: OrderAnswer['customer'] | null }>(
  area: 'orders' | 'deposits',
  id: string,
): Look<Answer> {
  const queries = useQueryClient()
  const queryKey = [area, id]
  const { data, error, isFetching } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      await call<Answer>('GET', `/api/admin/${area}/${encodeURIComponent(id)}`, undefined, signal),
    gcTime: 0,
    retry: false,
  })
  useMaskAgain(data?.customer?.openForMs ?? null, () => void queries.resetQueries({ queryKey }))
  const lookAgain = () => void queries.invalidateQueries({ queryKey })
  return { data, error, isReading: isFetching, lookAgain }
}
