import type { IdPrefix } from '#contract/ids.ts'
import { IDS_UNTIL_MS, idsFrom } from '#server/platform/ids.ts'

/** A row's id is made in the transaction that writes it: this is far more than one lasts. */
const WRITTEN_WITHIN_MS = 60 * 60_000

/**
 * What the ids of all transfers posted at this instant or later sort behind: lets the key of the entries find a stretch
 * of time. Some earlier ones sort behind it too, so `posted_at` still decides.
 */
export function transferIdsSince(at: Date): string {
  return idsAround('trf', at.getTime() - WRITTEN_WITHIN_MS)
}

/** What the ids of all history lines written at this instant or later sort behind; `created_at` still decides. */
export function lineIdsSince(at: Date): string {
  return idsAround('txn', at.getTime() - WRITTEN_WITHIN_MS)
}

/** What the ids of all history lines written before this instant sort before; `created_at` still decides. */
export function lineIdsUntil(at: Date): string {
  return idsAround('txn', at.getTime() + WRITTEN_WITHIN_MS)
}

/** No id is of a time before 1970, or after the last one that it has room for. */
function idsAround(prefix: IdPrefix, ms: number): string {
  return idsFrom(prefix, new Date(Math.min(Math.max(0, ms), IDS_UNTIL_MS)))
}
