/**
 * Knows whether any work is still running. Work that waits for the simulated clock is not running: only a person, a
 * provider or the clock can continue it.
 */
export type Activity = {
  /** Counts a piece of work from start to end, whatever its result. */
  during<Result>(work: () => Promise<Result>): Promise<Result>
  /** Like during, for work inside this process. */
  inside<Result>(work: () => Promise<Result>): Promise<Result>
  /** Something happened that may lead to more work. */
  note(): void
  /** Resolves once no work is running. */
  quiet(): Promise<void>
  /**
   * Admits replies from another process one at a time, in the order of their requests, each once no work runs inside.
   * So their real durations do not matter.
   */
  inTurn(): Promise<void>
}

/** Turns of the event loop that must pass without activity. Nothing here needs more than one to lead to the next. */
const QUIET_TURNS = 3

const turn = () => new Promise((resolve) => setImmediate(resolve))

export function createActivity(): Activity {
  let underway = 0
  let inside = 0
  let happened = 0
  let line = Promise.resolve()
  let wake: () => void = () => undefined

  async function untilQuietInside(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; ) {
      const before = happened
      await turn()
      turns = inside === 0 && happened === before ? turns + 1 : 0
    }
  }
  const activity: Activity = {
    note() {
      happened++
    },
    async during(work) {
      underway++
      happened++
      try {
        return await work()
      } finally {
        underway--
        happened++
        if (underway === 0) wake()
      }
    },
    async inside(work) {
      inside++
      try {
        return await activity.during(work)
      } finally {
        inside--
      }
    },
    async quiet() {
      for (let turns = 0; turns < QUIET_TURNS; ) {
        const before = happened
        if (underway > 0) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        await turn()
        turns = underway === 0 && happened === before ? turns + 1 : 0
      }
    },
    inTurn() {
      line = line.then(untilQuietInside)
      return line
    },
  }
  return activity
}
