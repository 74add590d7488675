import { useEffect, useEffectEvent } from 'react'

/** What a reason opened is taken off the screen when its time is over, whatever is on it. */
export function useMaskAgain(openForMs: number | null, onEnd: () => void): void {
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (openForMs === null) return
    const timer = setTimeout(() => end(), openForMs)
    return () => clearTimeout(timer)
  }, [openForMs])
}
