import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Why a form was refused, where no field is at fault. It comes into sight by itself: the button below it sticks to the foot of the window
 * and may cover it.
 */
export function Refusal({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A block: a new Chrome returns a promise, which React would take for what ends the effect.
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
