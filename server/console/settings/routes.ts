import { bankNamesAnswer, settingsAnswer } from '#contract/console/settings.ts'
import { requireOperator } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import { createBankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import { ASKS_PROVIDER } from '#server/platform/http/admission.ts'
import type { App } from '#server/platform/http/app.ts'
import { lookAtBanks, lookAtSettings } from './look-at-settings.ts'

/** Shows bank notices, channels, prices and limits. */
export function settingsRoutes(app: App, deps: Deps): void {
  const banks = createBankCatalogue(deps)

  app.get(
    '/api/admin/settings',
    { schema: { response: { 200: settingsAnswer } } },
    async (request) => await lookAtSettings(deps, await requireOperator(deps, request, 'look-at-settings')),
  )

  app.get(
    '/api/admin/settings/banks',
    { schema: { response: { 200: bankNamesAnswer } }, config: ASKS_PROVIDER },
    async (request) => {
      await requireOperator(deps, request, 'look-at-settings')
      return await lookAtBanks(banks)
    },
  )
}
