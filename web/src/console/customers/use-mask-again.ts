import { useEffect, useEffectEvent } from 'react'

/** Hides data that a reason opened once its time is over, whatever else is on the screen. */
export function useMaskAgain(openForMs: number | null, onEnd: () => void): void {
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (openForMs === null) return
    const timer = setTimeout(() => end(), openForMs)
    return () => clearTimeout(timer)
  }, [openForMs])
}
