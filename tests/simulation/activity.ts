/**
 * Knows whether anything is going on by itself. What waits for the simulated clock is not going on: only a person, a
 * provider or the clock can bring it further.
 */
export type Activity = {
  /** Counts a piece of work from its start to its end, whatever comes of it. */
  during<Result>(work: () => Promise<Result>): Promise<Result>
  /** As during, for work of this process alone. */
  inside<Result>(work: () => Promise<Result>): Promise<Result>
  /** Something happened that may lead to more. */
  note(): void
  /** Resolves once nothing goes on any more. */
  quiet(): Promise<void>
  /**
   * Lets answers from another process in, one by one in the order they were asked for, each when nothing goes on inside:
   * so it does not matter how long they took.
   */
  inTurn(): Promise<void>
}

/** Turns of the event loop in which nothing may happen. Nothing here needs more than one to lead to the next. */
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
