import { useQuery } from '@tanstack/react-query'
import type { ConsoleMe } from '#contract/console/session.ts'
import { isRefusal } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'
import { call } from './call.ts'
import { LEFT, ME } from './console-queries.ts'

/** The operator signed in to this console, locked or not; null if nobody is. */
export function useConsoleMe() {
  return useQuery({
    queryKey: ME,
    async queryFn({ client, signal }) {
      try {
        return await call<ConsoleMe>('GET', '/api/admin/me', undefined, signal)
      } catch (error) {
        if (isRefusal(error, 'operator.signed-in-elsewhere')) client.setQueryData(LEFT, error.message)
        if (isRefusal(error, 'operator.none', 'operator.signed-in-elsewhere')) return null
        throw error
      }
    },
    // A page brought back to the front checks whether it is still signed in and unlocked.
    staleTime: freshFor(0),
  })
}
