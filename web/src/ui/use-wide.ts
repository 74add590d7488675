import { useSyncExternalStore } from 'react'

/** In rem, so larger text moves them up. */
const FROM = {
  /** There is room for a rail at the side: `md` in the classes. */
  rail: '(min-width: 48rem)',
  /** For a sidebar, two columns and tables: `lg`. */
  sidebar: '(min-width: 64rem)',
} as const

/** Whether the window is as wide as a laptop's. What only that shows is fetched there alone. */
export function useWide(from: keyof typeof FROM = 'sidebar'): boolean {
  return useSyncExternalStore(
    onChange,
    () => matchMedia(FROM[from]).matches,
    () => false,
  )
}

function onChange(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}
