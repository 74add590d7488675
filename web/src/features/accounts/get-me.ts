import { useQuery } from '@tanstack/react-query'
import type { Me } from '#contract/accounts.ts'
import { api, isRefusal } from '../../lib/api.ts'

/** Who is signed in, also while locked; null when nobody is. */
export function useMe() {
  return useQuery({ queryKey: ['me'], queryFn: ({ signal }) => getMe(signal), staleTime: 30_000 })
}

export async function getMe(signal?: AbortSignal): Promise<Me | null> {
  try {
    return await api<Me>('GET', '/api/me', undefined, signal)
  } catch (error) {
    if (isRefusal(error, 'session.none')) return null
    throw error
  }
}
