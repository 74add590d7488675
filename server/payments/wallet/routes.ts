import { wallet } from '#contract/wallet.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { requireSession } from '../accounts/session.ts'
import { readWallet } from './read-wallet.ts'

export function walletRoutes(app: App, deps: Deps): void {
  app.get('/api/wallet', { schema: { response: { 200: wallet } } }, async (request) => {
    const session = await requireSession(deps, request)
    return await readWallet(deps, session.userId)
  })
}
