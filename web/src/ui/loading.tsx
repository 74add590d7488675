import { useEffect, useState } from 'react'
import { BareHead } from './page.tsx'
import { Spinner } from './spinner.tsx'

const QUIET_MS = 400

/** Stands in while a screen or the session loads. Says so only if that takes noticeably long. */
export function Loading() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <BareHead />
      <div role="status" className="grid min-h-[60dvh] place-items-center text-ink-2">
        {slow ? (
          <span className="flex items-center gap-2">
            <Spinner /> Opening…
          </span>
        ) : null}
      </div>
    </>
  )
}
