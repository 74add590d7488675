import { AppError } from './errors.ts'

export type BoundedQueue = {
  /**
   * Runs the work when its turn comes. `first` runs before the wait, with a place already reserved, so its counting
   * never covers refused work. If `first` throws, the place is released.
   *
   * @throws AppError server.busy when too many wait already; nothing was started
   */
  run<T>(work: () => Promise<T>, first?: () => Promise<void>): Promise<T>
}

/** Lets at most `maxConcurrent` pieces of work run and `waitingMax` more wait; everything beyond is refused at once. */
export function boundedQueue(limits: { maxConcurrent: number; waitingMax: number; retryAfterS: number }): BoundedQueue {
  const waiting: (() => void)[] = []
  let running = 0
  let kept = 0

  async function turn(): Promise<void> {
    if (running < limits.maxConcurrent) {
      running++
      return
    }
    // A task that finishes hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }

  return {
    async run(work, first) {
      if (running + waiting.length + kept >= limits.maxConcurrent + limits.waitingMax)
        throw new AppError('server.busy', { retryAfterS: limits.retryAfterS })
      kept++
      try {
        await first?.()
      } finally {
        kept--
      }
      // Runs synchronously after the reservation ends, so nobody gets in between.
      await turn()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
