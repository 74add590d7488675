/** The holder of a place, kept for as long as an outside client reads. */
export type Holder = {
  /** The time at which it takes the place, ms. */
  readonly nowMs: number
  /** Called when another holder takes the place. */
  readonly giveWay: () => void
}

export type YieldingPlaces = {
  taken(): number
  /** Returns a function that frees the place. Null: all are taken, and none has been held for `keptMs`. */
  take(holder: Holder): (() => void) | null
}

/**
 * Places for connections that last as long as an outside client wants. Nobody waits: when all are taken, the
 * longest-held one gives way if it was held for at least `keptMs`.
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
