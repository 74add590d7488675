import type { UserId } from '#contract/ids.ts'
import { boundedQueue } from '#server/platform/bounded-queue.ts'
import { AppError } from '#server/platform/errors.ts'

/** Each holds a page of rows and a query at a time, for as long as its reader takes. */
const EXPORTS_AT_ONCE = 4
const EXPORTS_WAITING_MAX = 8
const RETRY_AFTER_S = 10

/** Lets each account make one export at a time, and this process a few. */
export function exportsAtOnce() {
  const queue = boundedQueue({ atOnce: EXPORTS_AT_ONCE, waitingMax: EXPORTS_WAITING_MAX, retryAfterS: RETRY_AFTER_S })
  const making = new Set<UserId>()
  return {
    /** @throws AppError request.too-many while one of this account is made · server.busy */
    async run<T>(userId: UserId, work: () => Promise<T>): Promise<T> {
      if (making.has(userId)) throw new AppError('request.too-many', { retryAfterS: RETRY_AFTER_S })
      making.add(userId)
      try {
        return await queue.run(work)
      } finally {
        making.delete(userId)
      }
    },
  }
}
