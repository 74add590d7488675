import { type BoundedQueue, boundedQueue } from '#server/platform/bounded-queue.ts'

/** A statement takes a few megabytes while it is made, so this bounds the memory and time of all statements. */
export function statementQueue(): BoundedQueue {
  return boundedQueue({ maxConcurrent: 2, waitingMax: 8, retryAfterS: 5 })
}
