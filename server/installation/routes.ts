import { bankNoticesAnswer, installation } from '#contract/installation.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { BankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import { ASKS_PROVIDER } from '#server/platform/http/admission.ts'
import type { App } from '#server/platform/http/app.ts'
import { readSuspensions } from '#server/suspension/suspensions.ts'
import { bankNotices } from './bank-notices.ts'
import { describeInstallation } from './describe-installation.ts'
import { suspensionNotices } from './suspension-notices.ts'

export function installationRoutes(app: App, deps: Deps, banks: BankCatalogue): void {
  app.get('/api/installation', { schema: { response: { 200: installation } } }, async () => ({
    ...describeInstallation(deps.config),
    notices: suspensionNotices(await readSuspensions(deps.database)),
  }))

  app.get(
    '/api/bank-notices',
    { schema: { response: { 200: bankNoticesAnswer } }, config: ASKS_PROVIDER },
    async (request) => {
      await requireSession(deps, request)
      return { notices: bankNotices(deps, await banks.troubles()) }
    },
  )
}
