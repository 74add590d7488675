import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import type { ConsoleMe } from '#contract/console/session.ts'
import { isRefusal, UnansweredError } from '#web/lib/api.ts'

/** The signed-in operator; null: nobody. */
export const ME = ['me']
/** Why nobody is signed in, if the server gave a reason. */
export const LEFT = ['left']

/** The console's own cache. Any answer of the server may reveal that the session has ended or locked. */
export const consoleQueries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSessionEnd }),
  mutationCache: new MutationCache({ onError: noticeSessionEnd }),
  defaultOptions: {
    // Every look is recorded, so nothing refetches automatically.
    queries: {
      networkMode: 'always',
      staleTime: Number.POSITIVE_INFINITY,
      retry: (failures, error) => error instanceof UnansweredError && failures < 2,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

function noticeSessionEnd(error: unknown): void {
  if (isRefusal(error, 'operator.none')) signOutHere()
  if (isRefusal(error, 'operator.signed-in-elsewhere')) signOutHere(error.message)
  if (isRefusal(error, 'operator.locked')) lockHere()
}

/** Signs out on this page. */
export function signOutHere(because: string | null = null): void {
  forgetWhatWasRead()
  consoleQueries.setQueryData(LEFT, because)
  consoleQueries.setQueryData(ME, null)
}

/** Locks this page, and forgets everything it has read. */
export function lockHere(): void {
  forgetWhatWasRead()
  const me = consoleQueries.getQueryData<ConsoleMe | null>(ME)
  if (me) consoleQueries.setQueryData(ME, { ...me, locked: true })
}

function forgetWhatWasRead(): void {
  const read = {
    predicate: ({ queryKey: [first] }: Query) => first !== 'installation' && first !== ME[0] && first !== LEFT[0],
  }
  void consoleQueries.cancelQueries(read)
  consoleQueries.removeQueries(read)
}
