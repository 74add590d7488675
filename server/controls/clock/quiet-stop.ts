import type { Database } from '#server/platform/db/database.ts'
import { type ClockSuspension, readClockSuspension } from './clock-suspension.ts'

/** A stop ends once no process has found its clock wrong for this long, ms. */
export const QUIET_BEFORE_LIFTED_MS = 15_000

export type QuietStop = {
  /** This process finds its clock wrong. */
  foundWrong(): void
  /** The open stop, once nobody has found its reason for long enough. `isConfirmed`: somebody else's clock agrees with this one. */
  find(of: { readonly isConfirmed: boolean }): Promise<ClockSuspension | null>
}

/**
 * Watches how long nobody has found a clock wrong, by this process's monotonic clock and the count of findings. A time in the database
 * would not do: it may have been written by the very clock that was wrong.
 */
export function watchQuietStop(
  database: Database,
  { monotonicMs, quietMs }: { readonly monotonicMs: () => number; readonly quietMs: number },
): QuietStop {
  let isFoundHere = false
  let quiet: (ClockSuspension & { readonly sinceMs: number }) | null = null
  return {
    foundWrong() {
      isFoundHere = true
      quiet = null
    },
    async find({ isConfirmed }) {
      const open = await readClockSuspension(database)
      if (open === null || open.id !== quiet?.id || open.seenCount !== quiet.seenCount) {
        // An embedded database has one process at a time: the one that found this stop has ended.
        const isOver = database.kind === 'pglite' && !isFoundHere && isConfirmed
        quiet = open && { ...open, sinceMs: isOver ? Number.NEGATIVE_INFINITY : monotonicMs() }
      }
      return quiet !== null && monotonicMs() - quiet.sinceMs >= quietMs ? quiet : null
    },
  }
}
