import { useQuery } from '@tanstack/react-query'
import type { AccountEvent } from '#contract/account-events.ts'
import { api } from '#web/lib/api.ts'

/** The events of this account, newest first. */
export function useAccountEvents() {
  return useQuery({
    queryKey: ['account-events'],
    queryFn: async ({ signal }) =>
      (await api<{ events: AccountEvent[] }>('GET', '/api/account-events', undefined, signal)).events,
  })
}
