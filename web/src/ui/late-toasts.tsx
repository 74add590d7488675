import { useEffect, useState, useSyncExternalStore } from 'react'
import type { View } from '#web/lib/jsx/elements.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { currentToast, onToast } from './toast.ts'

const fetchRegion = async () => (await import('./toast-region.tsx')).ToastRegion

/**
 * The messages of the app. No first screen begins with one, so their code is fetched later, or with the first message.
 */
export function LateToasts() {
  const [Region, setRegion] = useState<View | null>(null)
  const isWaiting = useSyncExternalStore(onToast, currentToast, currentToast) !== null
  const isMissing = Region === null
  useEffect(() => {
    if (!isMissing) return
    const fetchOne = () =>
      fetchRegion().then(
        (fetched) => setRegion(() => fetched),
        () => undefined,
      )
    if (isWaiting) void fetchOne()
    else whenIdle(fetchOne)
  }, [isWaiting, isMissing])
  return Region === null ? null : <Region />
}
