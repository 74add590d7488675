import { AppError } from './errors.ts'

export type BoundedQueue = {
  /** Runs the work when its turn comes. @throws AppError server.busy when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Lets at most `maxConcurrent` pieces of work run and `waitingMax` more wait; everything beyond is refused at once. */
export function boundedQueue(limits: { atOnce: number; waitingMax: number; retryAfterS: number }): BoundedQueue {
  const waiting: (() => void)[] = []
  let running = 0

  async function turn(): Promise<void> {
    if (running < limits.atOnce) {
      running++
      return
    }
    if (waiting.length >= limits.waitingMax) throw new AppError('server.busy', { retryAfterS: limits.retryAfterS })
    // A task that finishes hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }

  return {
    async run(work) {
      await turn()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
