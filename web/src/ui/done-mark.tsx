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
    <svg
      viewBox="0 0 48 48"
      aria-hidden="true"
      width="72"
      height="72"
      className="shrink-0 text-ok"
      fill="none"
      stroke="currentColor"
    >
      <rect x="2" y="2" width="44" height="44" rx="12" strokeWidth="2" />
      <path
        className={first ? 'tick-draw' : ''}
        d="m14 25 7 7 13-15"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
