import { bankNoticesAnswer, installation } from '#contract/installation.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { version } from '../../version.ts'
import { requireSession } from '../accounts/session.ts'
import type { BankCatalogue } from '../banks/catalogue.ts'
import { bankNotices } from './bank-notices.ts'
import { shownPrices } from './shown-prices.ts'

export function installationRoutes(app: App, deps: Deps, banks: BankCatalogue): void {
  const { mode, brand, communityChatUrl, sandboxUrl } = deps.config
  app.get('/api/installation', { schema: { response: { 200: installation } } }, () => ({
    mode,
    brand,
    version,
    links: { communityChat: communityChatUrl, sandboxBank: sandboxUrl },
    prices: shownPrices(deps.config.prices),
    notices: [],
  }))

  app.get('/api/bank-notices', { schema: { response: { 200: bankNoticesAnswer } } }, async (request) => {
    await requireSession(deps, request)
    return { notices: bankNotices(deps, await banks.troubles()) }
  })

  app.get('/healthz', { schema: { hide: true } }, () => ({ ok: true }))

  app.get('/readyz', { schema: { hide: true } }, async () => {
    await deps.database.query('select 1')
    return { ok: true, mode }
  })
}
