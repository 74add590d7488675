import { wallet } from '#contract/wallet.ts'
import type { Deps } from '#server/deps.ts'
import { readForSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { readWalletWithSession } from './read-wallet.ts'

export function walletRoutes(app: App, deps: Deps): void {
  app.get('/api/wallet', { schema: { response: { 200: wallet } } }, async (request) =>
    readForSession(deps, request, (hash) => readWalletWithSession(deps, hash)),
  )
}
