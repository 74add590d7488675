import { useEffect, useState } from 'react'
import { serverNow } from '#web/lib/clock.ts'

/** The server's time, ms since 1970, read again every `everyMs`. */
export function useNow(everyMs: number, read: () => number = serverNow): number {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), everyMs)
    return () => clearInterval(timer)
  }, [read, everyMs])
  return now
}
