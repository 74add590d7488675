import { useSyncExternalStore } from 'react'

/** From here on there is room for a rail, two columns and tables: `lg` in the classes. Text set larger in the browser moves it up. */
const WIDE = '(min-width: 64rem)'

/** Whether the window is as wide as a laptop's. What only that shows is fetched there alone. */
export function useWide(): boolean {
  return useSyncExternalStore(
    onChange,
    () => matchMedia(WIDE).matches,
    () => false,
  )
}

function onChange(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
