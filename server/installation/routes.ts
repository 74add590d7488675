import { bankNoticesAnswer, installation, pausesInForce } from '#contract/installation.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { BankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import { AppError } from '#server/platform/errors.ts'
import { ASKS_PROVIDER } from '#server/platform/http/admission.ts'
import type { App } from '#server/platform/http/app.ts'
import { type Pause, readPauses } from '#server/suspension/pauses.ts'
import { readSuspensions } from '#server/suspension/suspensions.ts'
import { bankNotices } from './bank-notices.ts'
import { describeInstallation } from './describe-installation.ts'
import { listOpenNotices } from './settings/operate-bank-notices.ts'
import { settingsInForce } from './settings/settings-in-force.ts'
import { suspensionNotices } from './suspension-notices.ts'

/** Operators' bank notices are needed most while the provider does not even send its list. */
function withoutList(error: unknown): [] {
  if (error instanceof AppError && error.code === 'provider.unavailable') return []
  throw error
}

export function installationRoutes(app: App, deps: Deps, banks: BankCatalogue): void {
  app.get('/api/installation', { schema: { response: { 200: installation } } }, async () => ({
    ...describeInstallation(deps.config, await settingsInForce(deps)),
    notices: suspensionNotices(await readSuspensions(deps.database)),
  }))

  app.get('/api/pauses', { schema: { response: { 200: pausesInForce } } }, async (request) => {
    await requireSession(deps, request)
    return { pauses: (await readPauses(deps.database, deps.clock.now())).map(presentPause) }
  })

  app.get(
    '/api/bank-notices',
    { schema: { response: { 200: bankNoticesAnswer } }, config: ASKS_PROVIDER },
    async (request) => {
      await requireSession(deps, request)
      const set = await listOpenNotices(deps.database, deps.clock.now())
      return { notices: bankNotices(deps, await banks.troubles().catch(withoutList), set) }
    },
  )
}

function presentPause({ id, kind, serviceName, reason, endsAt }: Pause) {
  return { id, kind, serviceName, reason, endsAt: endsAt.toISOString() }
}
