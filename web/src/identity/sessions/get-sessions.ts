import { useQuery } from '@tanstack/react-query'
import type { EndSessionBody, SessionsAnswer } from '#contract/accounts.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

export function useSessions() {
  return useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await api<SessionsAnswer>('GET', '/api/sessions', undefined, signal)).sessions,
  })
}

/** Ends a session other than this browser's, which takes the PIN or a passkey. */
export async function endSession(id: string, body: EndSessionBody): Promise<void> {
  await api<undefined>('DELETE', `/api/sessions/${encodeURIComponent(id)}`, body)
  await queryClient.invalidateQueries({ queryKey: ['sessions'] })
}
