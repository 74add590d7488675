import type { ReactNode } from 'react'
import { PAST_SHOWN } from '#contract/console/limits.ts'

/** Says that a list is cut, and where the rest is. */
export function CutNote({ isCut, children }: { readonly isCut: boolean; readonly children: ReactNode }) {
  return isCut ? <p className="text-small text-ink-2">{children}</p> : null
}

/** The note below past entries. The record has a line for each of them. */
export function PastCut({ shown }: { readonly shown: number }) {
  return (
    <CutNote isCut={shown >= PAST_SHOWN}>
      {`The latest ${PAST_SHOWN} are shown. Earlier ones are in the audit.`}
    </CutNote>
  )
}
