import { useEffect, useState } from 'react'

const TOUCH_MS = 30
/** What was celebrated since the app was opened: coming back to it does not animate again. */
const celebrated = new Set<string>()

/** A drawn tick, once, with one short touch, for what is proved done. `of` names it. */
export function DoneMark({ of }: { of: string }) {
  const [first] = useState(() => !celebrated.has(of))
  useEffect(() => {
    celebrated.add(of)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    // A browser refuses it, with an error, on a page that nobody has touched yet.
    if (first && !isStill && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TOUCH_MS)
  }, [first, of])
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" width="50" height="50" fill="none" stroke="currentColor">
      <path
        className={first ? 'tick-draw' : ''}
        d="m5 12.5 4.5 4.5L19 7.5"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
