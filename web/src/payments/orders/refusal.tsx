import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#web/ui/notice.tsx'

/**
 * A refusal that concerns no field. It scrolls into view, because the sticky submit button may cover it.
 */
export function Refusal({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: recent Chrome returns a promise, which React would call as the cleanup.
    element.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={element}>
      <Notice tone="bad" role="alert">
        {children}
      </Notice>
    </div>
  )
}
