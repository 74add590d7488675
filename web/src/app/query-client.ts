import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Me } from '#contract/accounts.ts'
import { isRefusal, UnansweredError } from '../lib/api.ts'

/** One cache for the whole page. A session that ended or locked is noticed wherever the server says so. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSessionEnd }),
  mutationCache: new MutationCache({ onError: noticeSessionEnd }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Without a network we want our own true sentence, not a query that waits silently.
      networkMode: 'always',
      retry: (failures, error) => error instanceof UnansweredError && failures < 2,
    },
    // Nothing that changes something is ever repeated without saying so.
    mutations: { networkMode: 'always', retry: false },
  },
})

function noticeSessionEnd(error: unknown): void {
  if (isRefusal(error, 'session.none')) queryClient.setQueryData(['me'], null)
  if (isRefusal(error, 'session.locked')) {
    queryClient.setQueryData<Me | null>(['me'], (me) => (me ? { ...me, locked: true } : me))
  }
}

/** Leaves nothing of a person's on the page: after a lock, a sign-out, and before another account. */
export function forgetPersonalData(): void {
  queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => first !== 'installation' && first !== 'me' })
}
