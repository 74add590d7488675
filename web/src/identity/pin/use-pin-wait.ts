import { useEffect, useState } from 'react'

/** Seconds until the PIN may be tried again. `start` begins a wait the server asked for. */
export function usePinWait() {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const secondsLeft = Math.max(0, Math.ceil((until - now) / 1_000))

  useEffect(() => {
    if (secondsLeft === 0) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [secondsLeft])

  const start = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1_000)
  }
  return { secondsLeft, start }
}
