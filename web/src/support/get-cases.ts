import { useQuery } from '@tanstack/react-query'
import type { CaseAnswer, CaseDetail, CasesAnswer } from '#contract/support.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** The user's reports, newest first. An event announces changes, which are then refetched. */
export function useCases() {
  return useQuery({
    queryKey: ['cases'],
    queryFn: async ({ signal }) => (await api<CasesAnswer>('GET', '/api/cases', undefined, signal)).cases,
  })
}

/** One report with its messages. */
export function useCase(id: string) {
  return useQuery({
    queryKey: ['case', id],
    queryFn: async ({ signal }) =>
      (await api<CaseAnswer>('GET', `/api/cases/${encodeURIComponent(id)}`, undefined, signal)).case,
  })
}

/** Puts what the server has just answered on the pages. */
export function rememberCase(detail: CaseDetail): void {
  queryClient.setQueryData(['case', detail.id], detail)
  void queryClient.invalidateQueries({ queryKey: ['cases'] })
}
