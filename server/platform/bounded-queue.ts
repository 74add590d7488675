import { AppError } from './errors.ts'

export type BoundedQueue = {
  /**
   * Runs the work when its turn comes. `first` runs before it waits, with a place in the queue already kept: what is counted there
   * is never counted for work that is refused. If it throws, the place is given back.
   *
   * @throws AppError server.busy when too many wait already; then nothing was begun
   */
  run<T>(work: () => Promise<T>, first?: () => Promise<void>): Promise<T>
}

/** Lets at most `maxConcurrent` pieces of work run and `waitingMax` more wait; everything beyond is refused at once. */
export function boundedQueue(limits: { atOnce: number; waitingMax: number; retryAfterS: number }): BoundedQueue {
  const waiting: (() => void)[] = []
  let running = 0
  let kept = 0

  async function turn(): Promise<void> {
    if (running < limits.atOnce) {
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
      if (running + waiting.length + kept >= limits.atOnce + limits.waitingMax)
        throw new AppError('server.busy', { retryAfterS: limits.retryAfterS })
      kept++
      try {
        await first?.()
      } finally {
        kept--
      }
      // In the same instant as the place is no longer kept: nobody gets in between.
      await turn()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
