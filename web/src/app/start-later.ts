import { adoptFilled } from '#web/lib/adopt-filled.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { followArrivals } from '#web/wallet/follow-arrivals.ts'

/** Starts what the first screen does not need. */
export function startLater(): void {
  adoptFilled()
  followArrivals(queryClient)
}
