import { useSyncExternalStore } from 'react'

/** False when the browser says that there is no network. True is no promise: only an answer is one. */
export function isOnline(): boolean {
  return globalThis.navigator?.onLine !== false
}

/** `isOnline`, kept up to date. */
export function useOnline(): boolean {
  return useSyncExternalStore(onChange, isOnline, () => true)
}

function onChange(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
