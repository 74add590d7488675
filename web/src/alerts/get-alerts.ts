import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { AlertCategory, AlertsAnswer } from '#contract/alerts.ts'
import { api } from '#web/lib/api.ts'
import { isRestored } from '#web/lib/offline-answers.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** The alerts of a category or all of them, newest first, and whether they are old: then their age belongs beside them. */
export function useAlerts(category: AlertCategory | null) {
  const pages = useInfiniteQuery({
    // What is not filtered is cached for offline use.
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

/** The person has looked at this alert and all before it. What is not noted now is when they look again. */
export async function markSeen(id: string): Promise<void> {
  try {
    await api('POST', '/api/alerts/seen', { id })
    await queryClient.invalidateQueries({ queryKey: ['wallet'] })
  } catch {
    // The bell goes on counting them, which is true.
  }
}
