import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { AppRoutes } from '#web/app/app-routes.tsx'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { prepareFirstScreen } from '#web/app/first-screen.ts'
import { followNetwork } from '#web/app/follow-network.ts'
import { hideWhenLeft } from '#web/lib/hide-when-left.ts'
import { cachedAnswers, resumeCache, suspendCache } from '#web/lib/offline-cache.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { createRoot } from '#web/lib/react-root.ts'
import { BrowserRouter } from '#web/lib/routing.tsx'
import { followTheme } from '#web/lib/theme.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { OfferUpdates } from '#web/pwa/offer-updates.tsx'
import { LateToasts } from '#web/ui/late-toasts.tsx'
import { dismissError } from '#web/ui/toast.ts'

followTheme()
// First deletes what a wallet that is no longer open has left here.
resumeCache()
cachedAnswers()
addEventListener('pagehide', suspendCache)
followNetwork()
whenIdle(() => void import('#web/app/start-later.ts').then(({ startLater }) => startLater()).catch(() => undefined))
queryClient.getMutationCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'success') dismissError()
})

const root = document.getElementById('root')
if (root !== null) {
  hideWhenLeft(root)
  void start(root)
}

async function start(root: HTMLElement): Promise<void> {
  // Whatever fails here fails again on the page, which says so.
  await prepareFirstScreen(location.pathname, root.hasChildNodes() ? 'withFrame' : 'without').catch(() => undefined)
  const app = (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ErrorBoundary>
          <AppRoutes />
        </ErrorBoundary>
        <OfferUpdates />
        <LateToasts />
      </BrowserRouter>
    </QueryClientProvider>
  )
  // The rest of the page may still be on its way, or never come: prerender/start-app.js.
  document.documentElement.removeAttribute('data-arriving')
  // The server's drawing is removed in the frame in which the app is painted.
  startTransition(() => createRoot(root).render(app))
}
