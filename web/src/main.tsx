import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { AppRoutes } from './app/app-routes.tsx'
import { ErrorBoundary } from './app/error-boundary.tsx'
import { queryClient } from './app/query-client.ts'
import { ToastRegion } from './components/ui/toast-region.tsx'
import { followTheme } from './lib/theme.ts'

followTheme()

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ErrorBoundary>
          <AppRoutes />
        </ErrorBoundary>
        <ToastRegion />
      </BrowserRouter>
    </QueryClientProvider>,
  )
}
