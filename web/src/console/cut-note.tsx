import type { ReactNode } from 'react'
import { PAST_SHOWN } from '#contract/console/limits.ts'

/** Says that a list ends before its end, and where the rest is. */
export function CutNote({ isCut, children }: { readonly isCut: boolean; readonly children: ReactNode }) {
  return isCut ? <p className="text-small text-ink-2">{children}</p> : null
}

/** Below what has ended. The record has an entry for each of them. */
export function PastCut({ shown }: { readonly shown: number }) {
  return (
    <CutNote isCut={shown >= PAST_SHOWN}>
      {`The latest ${PAST_SHOWN} are shown. Earlier ones are in the audit.`}
    </CutNote>
  )
}
