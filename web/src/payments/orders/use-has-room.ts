import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/**
 * Whether all of the sheet around this element fits the screen, the keypad with it. Rendered with it first, and measured before
 * anything is painted: words, text size and screen decide. What grows afterwards takes nothing away.
 */
export function useHasRoom(element: RefObject<HTMLElement | null>): boolean {
  const [measured, setMeasured] = useState({ hasRoom: true, screens: 0 })
  const { hasRoom, screens } = measured
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured once for each size of the screen
  useLayoutEffect(() => {
    const sheet = element.current?.closest('dialog')
    if (sheet && sheet.scrollHeight > sheet.clientHeight) setMeasured({ hasRoom: false, screens })
  }, [screens])
  useEffect(() => {
    const again = () => setMeasured((last) => ({ hasRoom: true, screens: last.screens + 1 }))
    addEventListener('resize', again)
    return () => removeEventListener('resize', again)
  }, [])
  return hasRoom
}
