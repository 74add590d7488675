import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Me } from '#contract/accounts.ts'
import { api, isRefusal } from '#web/lib/api.ts'
import { isKnownHere } from '#web/lib/device-account.ts'
import { freshFor } from '#web/lib/fresh-for.ts'
import { queryClient } from '#web/lib/query-client.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => getMe(signal),
  staleTime: freshFor(30_000),
})

/**
 * The signed-in person, also while locked; null: nobody. A browser that knows no account has no session to ask about.
 */
export function useMe() {
  return useQuery(meQuery)
}

/** Refetches `me` after a change. A response still under way is older, and is dropped. */
export async function readMeAnew(): Promise<Me | null> {
  await queryClient.cancelQueries({ queryKey: ['me'] })
  return await queryClient.fetchQuery({ queryKey: ['me'], queryFn: () => getMe(), staleTime: freshFor(0) })
}

export async function getMe(signal?: AbortSignal): Promise<Me | null> {
  if (!isKnownHere()) return null
  try {
    return await api<Me>('GET', '/api/me', undefined, signal)
  } catch (error) {
    if (isRefusal(error, 'session.none')) return null
    throw error
  }
}
