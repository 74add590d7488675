import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { AppRoutes } from './app/app-routes.tsx'
import { ErrorBoundary } from './app/error-boundary.tsx'
import { prepareFirstScreen } from './app/first-screen.ts'
import { followNetwork } from './app/follow-network.ts'
import { queryClient } from './app/query-client.ts'
import { ToastRegion } from './components/ui/toast-region.tsx'
import { hideWhenLeft } from './lib/hide-when-left.ts'
import { keptAnswers, setAside, takeBack } from './lib/kept.ts'
import { followTheme } from './lib/theme.ts'
import { OfferUpdates } from './pwa/offer-updates.tsx'

followTheme()
// What a wallet that is no longer open has left here goes first.
takeBack()
keptAnswers()
addEventListener('pagehide', setAside)
followNetwork()

const root = document.getElementById('root')
if (root !== null) {
  hideWhenLeft(root)
  void start(root)
}

async function start(root: HTMLElement): Promise<void> {
  // Whatever fails of it fails again on the page, which says so.
  await prepareFirstScreen(location.pathname).catch(() => undefined)
  const app = (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ErrorBoundary>
          <AppRoutes />
        </ErrorBoundary>
        <OfferUpdates />
        <ToastRegion />
      </BrowserRouter>
    </QueryClientProvider>
  )
  startTransition(() => createRoot(root).render(app))
}
