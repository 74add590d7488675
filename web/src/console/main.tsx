import '#web/styles.css'
import './console.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { adoptFilled } from '#web/lib/adopt-filled.ts'
import { hideWhenLeft } from '#web/lib/hide-when-left.ts'
import { createRoot } from '#web/lib/react-root.ts'
import { BrowserRouter } from '#web/lib/routing.tsx'
import { followTheme } from '#web/lib/theme.ts'
import { ConsoleApp } from './console-app.tsx'
import { consoleQueries } from './console-queries.ts'

followTheme()
adoptFilled()

const root = document.getElementById('root')
if (root !== null) {
  hideWhenLeft(root)
  createRoot(root).render(
    <QueryClientProvider client={consoleQueries}>
      <BrowserRouter>
        <ConsoleApp />
      </BrowserRouter>
    </QueryClientProvider>,
  )
}
