import { whenIdle } from '#web/lib/when-idle.ts'
import '#web/styles.css'
import { isKnownHere } from '#web/lib/device-account.ts'
import { cachedAnswers } from '#web/lib/offline-cache.ts'
import { hasServiceWorkers, serviceWorkerAddress } from '#web/pwa/service-worker.ts'

// First deletes what a wallet that is no longer open has left in this browser.
cachedAnswers()

/**
 * All the code of a public page, which is complete without it. If this browser belongs to an account, "Sign in" leads
 * to its PIN, and the app is cached. Mere visitors download no app.
 */
if (isKnownHere()) {
  for (const link of document.querySelectorAll('a[href="/signin"]')) link.setAttribute('href', '/pin')
  if (hasServiceWorkers()) {
    // Without a worker the app opens from the network, as it does the first time.
    whenIdle(() => void navigator.serviceWorker.register(serviceWorkerAddress()).catch(() => undefined))
  }
}

/** Back shows a cached welcome page. A reload takes a signed-in person to the wallet. */
addEventListener('pageshow', ({ persisted }) => {
  if (location.pathname === '/' && isKnownHere() && (persisted || isFromHistory())) location.reload()
})

function isFromHistory(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'back_forward'
}
