import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/**
 * Whether the whole sheet around this element fits the screen, including the keypad. It is rendered with the keypad and
 * measured before the first paint: words, text size and screen decide. Later growth changes nothing.
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
