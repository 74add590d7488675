import type { ReactNode } from 'react'

/** Two short fields beside each other, one above the other where the screen or larger text leaves no room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-start gap-x-2 gap-y-3">
      {children}
    </div>
  )
}
