import { wallet } from '#contract/wallet.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { readWallet } from './read-wallet.ts'

export function walletRoutes(app: App, deps: Deps): void {
  app.get('/api/wallet', { schema: { response: { 200: wallet } } }, async (request) => {
    const session = await requireSession(deps, request)
    return await readWallet(deps, session.userId)
  })
}
