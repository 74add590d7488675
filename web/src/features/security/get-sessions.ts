import { useMutation, useQuery } from '@tanstack/react-query'
import type { SessionsAnswer } from '#contract/accounts.ts'
import { queryClient } from '../../app/query-client.ts'
import { api } from '../../lib/api.ts'

export function useSessions() {
  return useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await api<SessionsAnswer>('GET', '/api/sessions', undefined, signal)).sessions,
  })
}

export function useEndSession() {
  return useMutation({
    mutationFn: (id: string) => api<undefined>('DELETE', `/api/sessions/${encodeURIComponent(id)}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['sessions'] }),
  })
}
