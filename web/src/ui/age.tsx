import { useEffect, useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { latestNow } from '#web/lib/clock.ts'
import { formatAge } from '#web/lib/format.ts'

const MINUTE_MS = 60_000

/** The age of what is on the screen, kept up to date. */
export function Age({ of, at }: { of: string; at: number }) {
  const [now, setNow] = useState(() => latestNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(latestNow()), MINUTE_MS / 4)
    return () => clearInterval(timer)
  }, [])
  return <>{`${of} are from ${formatTime(at)}, ${formatAge(now - at)}.`}</>
}
