import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { SalesAnswer } from '#contract/selling.ts'
import { api } from '#web/lib/api.ts'
import type { Days } from './days.ts'

const PAGE = 20

/** Figures and sales of these days, `limit` at a time. The first page carries the figures of all of them. */
export function useSales({ from, to }: Days, limit = PAGE) {
  return useInfiniteQuery({
    // Under `transactions`, because a change to any transaction outdates these figures.
    queryKey: ['transactions', 'sales', from, to, limit],
    queryFn: ({ pageParam, signal }) =>
      api<SalesAnswer>(
        'GET',
        `/api/sales?from=${from}&to=${to}&limit=${limit}${pageParam === '' ? '' : `&cursor=${pageParam}`}`,
        undefined,
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
}
