/** Who holds a place for as long as somebody outside reads. */
export type Holder = {
  /** The time at which it takes the place, ms. */
  readonly nowMs: number
  /** Called when another one gets the place. */
  readonly giveWay: () => void
}

export type YieldingPlaces = {
  taken(): number
  /** Returns a function that gives the place back. Null: all are taken, and none of them has been for long enough. */
  take(holder: Holder): (() => void) | null
}

/**
 * Places for what lasts as long as somebody outside wants. Nobody waits for one: when all are taken, the one that has been held
 * longest gives way, unless that is less than `keptMs`.
 */
export function yieldingPlaces({ max, keptMs }: { max: number; keptMs: number }): YieldingPlaces {
  // The oldest first.
  const held = new Set<Holder>()
  return {
    taken: () => held.size,
    take(holder) {
      const [oldest] = held
      if (oldest !== undefined && held.size >= max) {
        if (holder.nowMs - oldest.nowMs < keptMs) return null
        held.delete(oldest)
        oldest.giveWay()
      }
      held.add(holder)
      return () => void held.delete(holder)
    },
  }
}
