import { useQuery } from '@tanstack/react-query'
import type { ConsoleMe } from '#contract/console/session.ts'
import { isRefusal } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'
import { call } from './call.ts'
import { LEFT, ME } from './console-queries.ts'

/** Who is at this console, locked or not; null when nobody is signed in. */
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
    // A page that comes back to the front finds out whether it is still signed in, and open.
    staleTime: freshFor(0),
  })
}
