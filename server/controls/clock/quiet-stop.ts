import type { Database } from '#server/platform/db/database.ts'
import { type ClockSuspension, readClockSuspension } from './clock-suspension.ts'

/** A suspension ends once no process has found its clock wrong for this long, ms. */
export const QUIET_BEFORE_LIFTED_MS = 15_000

export type QuietStop = {
  /** Records that this process found its clock wrong. */
  foundWrong(): void
  /**
   * The open suspension, if no process has found its clock wrong for long enough. `isConfirmed`: another source agrees
   * with this clock.
   */
  find(of: { readonly isConfirmed: boolean }): Promise<ClockSuspension | null>
}

/**
 * Measures how long no process has found its clock wrong, by this process's monotonic clock and the stored count of
 * findings. A time in the database would not do: the wrong clock itself may have written it.
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
        // An embedded database has one process at a time, so the process that made this suspension has ended.
        const isOver = database.kind === 'pglite' && !isFoundHere && isConfirmed
        quiet = open && { ...open, sinceMs: isOver ? Number.NEGATIVE_INFINITY : monotonicMs() }
      }
      return quiet !== null && monotonicMs() - quiet.sinceMs >= quietMs ? quiet : null
    },
  }
}
