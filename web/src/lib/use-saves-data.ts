import { useSyncExternalStore } from 'react'
import { onSavesData, savesData } from './saves-data.ts'

/** The value while the frame is rendered at build time. */
const unasked = () => false

/** The current value of savesData. Rerenders when it changes. */
export function useSavesData(): boolean {
  return useSyncExternalStore(onSavesData, savesData, unasked)
}
