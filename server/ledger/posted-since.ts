import { idsFrom } from '../ids.ts'

/** A transfer's id is made in the transaction that posts it: this is far more than one lasts. */
const POSTED_WITHIN_MS = 60 * 60_000

/**
 * What the ids of all transfers posted at this instant or later sort behind: lets the key of the entries find a stretch
 * of time. Some earlier ones sort behind it too, so `posted_at` still decides.
 */
export function transferIdsSince(at: Date): string {
  return idsFrom('trf', new Date(Math.max(0, at.getTime() - POSTED_WITHIN_MS)))
}
