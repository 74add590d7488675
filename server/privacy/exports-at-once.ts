import type { UserId } from '#contract/ids.ts'
import { boundedQueue } from '#server/platform/bounded-queue.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { yieldingPlaces } from '#server/platform/yielding-places.ts'

/** Most open exports. Each holds a page of rows while its reader reads; beyond the limit the oldest is cut off. */
const EXPORTS_OPEN_MAX = 32
/** … if its reader has had at least this long, ms. */
const EXPORT_KEPT_MS = 30_000
/** Pages read from the database at once. */
const PAGES_AT_ONCE = 4
const RETRY_AFTER_S = 10

export type ExportsAtOnce = {
  /**
   * Starts an export and returns the function that ends it. `cutOff` is called when it has to give way.
   *
   * @throws AppError request.too-many while this account has an export · server.busy
   */
  begin(userId: UserId, cutOff: () => void): () => void
  /** The database for exports, which take turns. Slow readers keep nobody else waiting. */
  inTurns(database: Sql): Sql
}

/** Limits exports: one at a time per account, and a maximum per process. */
export function exportsAtOnce(clock: Clock): ExportsAtOnce {
  const reading = boundedQueue({
    maxConcurrent: PAGES_AT_ONCE,
    waitingMax: EXPORTS_OPEN_MAX,
    retryAfterS: RETRY_AFTER_S,
  })
  const places = yieldingPlaces({ max: EXPORTS_OPEN_MAX, minHoldMs: EXPORT_KEPT_MS })
  const exporting = new Set<UserId>()
  return {
    begin(userId, cutOff) {
      if (exporting.has(userId)) throw new AppError('request.too-many', { retryAfterS: RETRY_AFTER_S })
      const leave = places.take({ nowMs: clock.now().getTime(), giveWay: cutOff })
      if (leave === null) throw new AppError('server.busy', { retryAfterS: RETRY_AFTER_S })
      exporting.add(userId)
      return () => {
        leave()
        exporting.delete(userId)
      }
    },
    inTurns: (database) => ({
      query: async <Row>(text: string, params?: readonly unknown[]) =>
        await reading.run(async () => await database.query<Row>(text, params)),
    }),
  }
}
