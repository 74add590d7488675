import { banksAnswer, resolveAnswer, resolveBody } from '#contract/banks.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import { ASKS_PROVIDER } from '#server/platform/http/admission.ts'
import type { App } from '#server/platform/http/app.ts'
import { PROVIDER_CALLS_PER_MINUTE } from '#server/platform/http/security.ts'
import type { BankCatalogue } from './bank-catalogue.ts'
import { resolveAccount } from './resolve-account.ts'

export function bankRoutes(app: App, deps: Deps, banks: BankCatalogue): void {
  app.get('/api/banks', { schema: { response: { 200: banksAnswer } }, config: ASKS_PROVIDER }, async (request) => {
    await requireSession(deps, request)
    return { banks: await banks.list() }
  })

  app.post(
    '/api/banks/resolve',
    { schema: { body: resolveBody, response: { 200: resolveAnswer } }, config: PROVIDER_CALLS_PER_MINUTE },
    async (request) => {
      await requireSession(deps, request)
      const { accountName } = await resolveAccount(deps, banks, request.body)
      return { accountName }
    },
  )
}
