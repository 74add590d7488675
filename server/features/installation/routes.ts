import { bankNoticesAnswer, type Installation, installation } from '#contract/installation.ts'
import type { FeeBand } from '#contract/prices.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { version } from '../../version.ts'
import { requireSession } from '../accounts/session.ts'
import type { BankCatalogue } from '../banks/catalogue.ts'
import { bankNotices } from './bank-notices.ts'

export function installationRoutes(app: App, deps: Deps, banks: BankCatalogue): void {
  const { mode, brand, communityChatUrl, sandboxUrl } = deps.config
  app.get('/api/installation', { schema: { response: { 200: installation } } }, () => ({
    mode,
    brand,
    version,
    links: { communityChat: communityChatUrl, sandboxBank: sandboxUrl },
    prices: shownPrices(deps),
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

/** What customers pay. What the provider leaves us is nobody's business. */
function shownPrices(deps: Deps): Installation['prices'] {
  const { discounts, transferFees } = deps.config.prices
  const bands = (fees: readonly FeeBand[]) =>
    fees.map(({ upToKobo, feeKobo }) => ({ upToKobo: upToKobo.toString(), feeKobo: feeKobo.toString() }))
  return { discounts, transferFees: { standard: bands(transferFees.standard), bpc: bands(transferFees.bpc) } }
}
