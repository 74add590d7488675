/** The holder of a place, kept for as long as an outside client reads. */
export type Holder = {
  /** The time at which it takes the place, ms. */
  readonly nowMs: number
  /** Called when another holder takes the place. */
  readonly giveWay: () => void
}

export type YieldingPlaces = {
  taken(): number
  /** Returns a function that frees the place. Null: all are taken, and none has been held for `minHoldMs`. */
  take(holder: Holder): (() => void) | null
}

/**
 * Places for connections that last as long as an outside client wants. Nobody waits: when all are taken, the
 * longest-held one gives way if it was held for at least `minHoldMs`.
 */
export function yieldingPlaces({ max, minHoldMs }: { max: number; minHoldMs: number }): YieldingPlaces {
  // The oldest first.
  const held = new Set<Holder>()
  return {
    taken: () => held.size,
    take(holder) {
      const [oldest] = held
      if (oldest !== undefined && held.size >= max) {
        if (holder.nowMs - oldest.nowMs < minHoldMs) return null
        held.delete(oldest)
        oldest.giveWay()
      }
      held.add(holder)
      return () => void held.delete(holder)
    },
  }
}
