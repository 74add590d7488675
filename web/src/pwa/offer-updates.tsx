import { useEffect, useState } from 'react'
import type { View } from '#web/lib/jsx/elements.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { hasServiceWorkers } from './service-worker.ts'

/**
 * Once the page is idle: makes the app installable, caches it on this device, and asks before a newer one takes over.
 */
export function OfferUpdates() {
  const [Prompt, setPrompt] = useState<View | null>(null)
  useEffect(() => whenIdle(linkManifest), [])
  useEffect(() => {
    if (!import.meta.env.PROD || !hasServiceWorkers()) return
    // Without a worker the app opens from the network, as it does the first time.
    whenIdle(() => void start().catch(() => undefined))

    async function start(): Promise<void> {
      const [{ UpdatePrompt }, { followUpdates }] = await Promise.all([
        import('./update-prompt.tsx'),
        import('./updates.ts'),
      ])
      setPrompt(() => UpdatePrompt)
      await followUpdates()
    }
  }, [])
  return Prompt === null ? null : <Prompt />
}

/** In the page itself, the manifest and its icon would take two of the first screen's connections. */
function linkManifest(): void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}
