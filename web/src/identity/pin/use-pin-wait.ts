import { useEffect, useState } from 'react'
import { serverNow } from '#web/lib/clock.ts'

/** Seconds until the PIN may be tried again. `start` begins a wait the server asked for. */
export function usePinWait() {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(() => serverNow())
  const secondsLeft = Math.max(0, Math.ceil((until - now) / 1_000))

  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setInterval(() => setNow(serverNow()), 500)
    return () => clearInterval(timer)
  }, [secondsLeft])

  const start = (seconds: number) => {
    setNow(serverNow())
    setUntil(serverNow() + seconds * 1_000)
  }
  return { secondsLeft, start }
}
