import { me, phoneBody } from '#contract/accounts.ts'
import { askForAccountBody, fundingAccountAnswer } from '#contract/funding.ts'
import type { Deps } from '#server/deps.ts'
import { readMe } from '#server/identity/accounts/read-me.ts'
import { peekSession, requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { askForAccount, changePhone } from './ask-for-account.ts'
import { readFundingAccount } from './read-funding-account.ts'

export function depositRoutes(app: App, deps: Deps): void {
  app.get('/api/funding-account', { schema: { response: { 200: fundingAccountAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    return await readFundingAccount(deps, session.userId)
  })

  app.post(
    '/api/funding-account',
    { schema: { body: askForAccountBody, response: { 200: fundingAccountAnswer } } },
    async (request) => {
      const session = await requireSession(deps, request)
      return await askForAccount(deps, session.userId, request.body.phone)
    },
  )

  app.put('/api/me/phone', { schema: { body: phoneBody, response: { 200: me } } }, async (request) => {
    const { userId } = await requireSession(deps, request)
    await changePhone(deps, userId, request.body.phone)
    return await readMe(deps, await peekSession(deps, request))
  })
}
