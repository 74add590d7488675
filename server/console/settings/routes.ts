import {
  bankNamesAnswer,
  channelsBody,
  limitsBody,
  noticeBody,
  noticeEndBody,
  pricesBody,
  settingsAnswer,
} from '#contract/console/settings.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { routesOfProposal } from '#server/console/proposal-routes.ts'
import type { Deps } from '#server/deps.ts'
import { createBankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import { ASKS_PROVIDER } from '#server/platform/http/admission.ts'
import type { App } from '#server/platform/http/app.ts'
import { lookAtBanks, lookAtSettings } from './look-at-settings.ts'
import { CHANNELS, LIMITS, NOTICE, NOTICE_END, PRICES } from './propose-settings.ts'

/** Takes requests for bank notices, channels, prices and limits. Another operator confirms through /api/admin/requests/. */
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

  routesOfProposal(app, deps, { path: '/api/admin/bank-notices', body: noticeBody, proposal: NOTICE })
  routesOfProposal(app, deps, { path: '/api/admin/bank-notice-ends', body: noticeEndBody, proposal: NOTICE_END })
  routesOfProposal(app, deps, { path: '/api/admin/channels', body: channelsBody, proposal: CHANNELS })
  routesOfProposal(app, deps, { path: '/api/admin/prices', body: pricesBody, proposal: PRICES })
  routesOfProposal(app, deps, { path: '/api/admin/limits', body: limitsBody, proposal: LIMITS })
}
