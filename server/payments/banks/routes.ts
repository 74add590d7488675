import { banksAnswer, resolveAnswer, resolveBody } from '#contract/banks.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { ASKS_PROVIDER } from '../../http/admission.ts'
import { PROVIDER_CALLS_PER_MINUTE } from '../../http/security.ts'
import { requireSession } from '../accounts/session.ts'
import type { BankCatalogue } from './catalogue.ts'
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
