import type { ReactNode } from 'react'

/** An empty place: a drawing, a sentence about why, and the first useful action. */
export function Empty({ drawing, children, action }: { drawing: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-6 text-center">
      {drawing}
      <p className="max-w-72 text-balance text-ink-2">{children}</p>
      {action}
    </div>
  )
}
