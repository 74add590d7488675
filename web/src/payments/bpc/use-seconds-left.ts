import { useEffect, useState } from 'react'

/** Whole seconds left of this screen's longest wait, counted from when it was opened. */
export function useSecondsLeft(waitMaxMs: number): number {
  const [endsAt] = useState(() => Date.now() + waitMaxMs)
  const now = useNow(250)
  return Math.max(0, Math.ceil((endsAt - now) / 1_000))
}

/** The time, ms since 1970, read again every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
