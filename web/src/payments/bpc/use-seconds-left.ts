import { useState } from 'react'
import { monotonicNow } from '#web/lib/clock.ts'
import { useNow } from './use-now.ts'

/** Whole seconds left of this screen's longest wait, counted from when it was opened. */
export function useSecondsLeft(waitMaxMs: number): number {
  const [endsAt] = useState(() => monotonicNow() + waitMaxMs)
  const now = useNow(250, monotonicNow)
  return Math.max(0, Math.ceil((endsAt - now) / 1_000))
}
