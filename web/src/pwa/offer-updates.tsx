import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'
import { hasServiceWorkers } from './service-worker.ts'

/** Once the page has nothing better to do: keeps the app on this device, and asks before a newer one takes its place. */
export function OfferUpdates() {
  const [Prompt, setPrompt] = useState<ComponentType | null>(null)
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
