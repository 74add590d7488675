import { fundingAccountAnswer } from '#contract/funding.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { requireSession } from '../accounts/session.ts'
import { readFundingAccount } from './read-funding-account.ts'

export function fundingRoutes(app: App, deps: Deps): void {
  app.get('/api/funding-account', { schema: { response: { 200: fundingAccountAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    return await readFundingAccount(deps, session.userId)
  })
}
