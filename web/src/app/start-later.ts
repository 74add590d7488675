import { adoptFilled } from '#web/lib/adopt-filled.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { followArrivals } from '#web/wallet/follow-arrivals.ts'

/** Starts what the first screen does without. */
export function startLater(): void {
  // Nobody can submit a form sooner.
  adoptFilled()
  followArrivals(queryClient)
}
