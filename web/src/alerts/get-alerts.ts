import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { AlertCategory, AlertsAnswer } from '#contract/alerts.ts'
import { api } from '#web/lib/api.ts'
import { isRestored } from '#web/lib/offline-answers.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** The alerts of one category or of all, newest first. `isOld`: the screen has to show their age. */
export function useAlerts(category: AlertCategory | null) {
  const pages = useInfiniteQuery({
    // Only the unfiltered list is cached for offline use.
    queryKey: category === null ? ['alerts'] : ['alerts', category],
    queryFn: ({ pageParam, signal }) => readPage(category, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
  const problem = pages.error ?? pages.failureReason
  const isOld = pages.data !== undefined && (problem !== null || isRestored(pages.dataUpdatedAt))
  return { pages, alerts: pages.data?.pages.flatMap((page) => page.alerts), problem, isOld }
}

function readPage(category: AlertCategory | null, cursor: string, signal: AbortSignal): Promise<AlertsAnswer> {
  const query = new URLSearchParams({
    ...(category === null ? {} : { category }),
    ...(cursor === '' ? {} : { cursor }),
  })
  return api('GET', `/api/alerts?${query}`, undefined, signal)
}

/** Marks this alert and all before it as seen. If that fails, the next look marks them. */
export async function markSeen(id: string): Promise<void> {
  try {
    await api('POST', '/api/alerts/seen', { id })
    await queryClient.invalidateQueries({ queryKey: ['wallet'] })
  } catch {
    // The bell keeps counting them, which is correct.
  }
}
