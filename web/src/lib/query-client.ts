import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Me } from '#contract/accounts.ts'
import { isRefusal, UnansweredError } from './api.ts'
import { dropDraft } from './drafts.ts'
import { freshFor } from './fresh-for.ts'
import { cacheForOffline, restoreCached } from './offline-answers.ts'
import { clearCache } from './offline-cache.ts'
import { isOnline, isSilent } from './online.ts'

/** One cache for the whole page. Any answer of the server may reveal that the session has ended or locked. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (data, { queryKey }) => cacheForOffline(queryClient, queryKey, data),
    onError: noticeSessionEnd,
  }),
  mutationCache: new MutationCache({ onError: noticeSessionEnd }),
  defaultOptions: {
    queries: {
      staleTime: freshFor(10_000),
      // Without a network the app shows its own message; a query must not wait silently.
      networkMode: 'always',
      retry: askAgain,
    },
    // A request that changes something is never repeated silently.
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Shows the last known data and its age after the first failure. Retries twice, or once while Jara does not answer. */
function askAgain(failures: number, error: unknown): boolean {
  if (!(error instanceof UnansweredError)) return false
  restoreCached(queryClient)
  return isOnline() && failures < (isSilent() ? 1 : 2)
}

function noticeSessionEnd(error: unknown): void {
  if (isRefusal(error, 'session.none')) signOutHere()
  if (isRefusal(error, 'session.locked')) lockHere()
}

/** Locks this page and clears the device's cache at once, whether or not the server knows. */
export function lockHere(): void {
  forgetPersonalData()
  const me = queryClient.getQueryData<Me | null>(['me'])
  // `me` is being fetched right now: the answer will say that it is locked.
  if (!me) return
  setMe({ ...me, locked: true, user: { ...me.user, email: maskEmail(me.user.email) } })
}

/** Signs out on this page. */
function signOutHere(): void {
  forgetPersonalData()
  setMe(null)
}

/** The person ended the session: leads to the welcome page, not to a screen that asks for a password. */
export function signOutByChoice(): void {
  forgetPersonalData()
  dropDraft()
  queryClient.setQueryData(LEFT, true)
  setMe(null)
}

/** Whether the last signed-in user on this page left by choice. */
export function hasSignedOutByChoice(): boolean {
  return queryClient.getQueryData(LEFT) === true
}

/** Cancels an answer under way, which would be older. */
function setMe(me: Me | null): void {
  void queryClient.cancelQueries({ queryKey: ['me'] })
  queryClient.setQueryData(['me'], me)
}

/** Forgotten with all other personal data when the next person signs in. */
const LEFT = ['left']

/** Removes a person's data from the page and the device: after a lock, a sign-out, and before another account. */
export function forgetPersonalData(): void {
  clearCache()
  const personal = { predicate: ({ queryKey: [first] }: Query) => first !== 'installation' && first !== 'me' }
  void queryClient.cancelQueries(personal)
  queryClient.removeQueries(personal)
}

/** Masks an email as the server does for a locked session. */
function maskEmail(email: string): string {
  return email.replace(/^(.?)[^@]*@(.?).*?(\.[^.]*)?$/, '$1•••@$2•••$3')
}
