import { whenIdle } from '#web/lib/when-idle.ts'
import '#web/styles.css'
import { isKnownHere } from '#web/lib/device-account.ts'
import { cachedAnswers } from '#web/lib/offline-cache.ts'
import { hasServiceWorkers, serviceWorkerAddress } from '#web/pwa/service-worker.ts'

// What a wallet that is no longer open has left in this browser goes first.
cachedAnswers()

/**
 * All the code of a public page. The page is complete without it; this knows one thing more: whether this browser belongs
 * to an account. Then "Sign in" leads to its PIN, and the app is kept ready. Somebody who only looks downloads no app.
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
