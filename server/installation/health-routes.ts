import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { createReadiness } from './readiness.ts'

/** For supervisors and load balancers: the process runs, and it can serve. */
export function healthRoutes(app: App, deps: Deps): void {
  const isReady = createReadiness(deps)
  app.get('/healthz', { schema: { hide: true } }, () => ({ ok: true }))

  app.get('/readyz', { schema: { hide: true } }, async () => {
    await isReady()
    return { ok: true, mode: deps.config.mode }
  })
}
