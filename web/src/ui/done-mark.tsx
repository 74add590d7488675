import { useEffect, useState } from 'react'
import { shortTouch } from '#web/lib/short-touch.ts'

/** Marks that were animated since the app was opened: coming back to one does not animate it again. */
const celebrated = new Set<string>()

/** A tick that is drawn once, with one short vibration, for something proved done. `of` names it. */
export function DoneMark({ of }: { of: string }) {
  const [first] = useState(() => !celebrated.has(of))
  useEffect(() => {
    celebrated.add(of)
    if (first) shortTouch()
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
