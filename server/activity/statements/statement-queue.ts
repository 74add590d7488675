import { type BoundedQueue, boundedQueue } from '#server/platform/bounded-queue.ts'

/** One statement is a few megabytes while it is made, so a few at once are all the memory and time they may take. */
export function statementQueue(): BoundedQueue {
  return boundedQueue({ atOnce: 2, waitingMax: 8, retryAfterS: 5 })
}
