import { fundingAccountAnswer } from '#contract/funding.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { readFundingAccount } from './read-funding-account.ts'

export function depositRoutes(app: App, deps: Deps): void {
  app.get('/api/funding-account', { schema: { response: { 200: fundingAccountAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    return await readFundingAccount(deps, session.userId)
  })
}
