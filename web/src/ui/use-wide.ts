import { useSyncExternalStore } from 'react'

/** Breakpoints in rem: larger text moves them up. */
const FROM = {
  /** A rail fits at the side. `md` in class names. */
  rail: '(min-width: 48rem)',
  /** A sidebar, two columns and tables fit. `lg` in class names. */
  sidebar: '(min-width: 64rem)',
} as const

/** Whether the window is as wide as a laptop's. Code for such windows alone is fetched only there. */
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
