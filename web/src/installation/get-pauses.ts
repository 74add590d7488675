import { useQuery } from '@tanstack/react-query'
import type { PausesInForce } from '#contract/installation.ts'
import { api } from '#web/lib/api.ts'

/** Refetched during a pause, so that its end shows automatically. */
const WHILE_PAUSED_MS = 30_000

/** The active pauses. Without a response nothing is shown, and the server still refuses paused orders. */
export function usePauses() {
  return useQuery({
    queryKey: ['installation', 'pauses'],
    queryFn: async ({ signal }) => (await api<PausesInForce>('GET', '/api/pauses', undefined, signal)).pauses,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.length === 0 ? false : WHILE_PAUSED_MS),
  })
}
