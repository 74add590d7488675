import { installation } from '#contract/installation.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { version } from '../../version.ts'

export function installationRoutes(app: App, deps: Deps): void {
  const { mode, brand, communityChatUrl, sandboxUrl } = deps.config
  app.get('/api/installation', { schema: { response: { 200: installation } } }, () => ({
    mode,
    brand,
    version,
    links: { communityChat: communityChatUrl, sandboxBank: sandboxUrl },
    notices: [],
  }))

  app.get('/healthz', { schema: { hide: true } }, () => ({ ok: true }))

  app.get('/readyz', { schema: { hide: true } }, async () => {
    await deps.database.query('select 1')
    return { ok: true, mode }
  })
}
