import { NETWORKS } from '#contract/phones.ts'
import {
  billersAnswer,
  bundlesAnswer,
  bundlesQuery,
  type Network,
  networksAnswer,
  resolveCustomerAnswer,
  resolveCustomerBody,
  tvPlansAnswer,
  tvPlansQuery,
} from '#contract/purchases.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import { ASKS_PROVIDER } from '#server/platform/http/admission.ts'
import type { App } from '#server/platform/http/app.ts'
import { PROVIDER_CALLS_PER_MINUTE } from '#server/platform/http/security.ts'
import type { BillsCatalogue } from './bill-catalogue.ts'
import { resolveCustomer } from './resolve-customer.ts'

export function billRoutes(app: App, deps: Deps, catalogue: BillsCatalogue): void {
  app.get('/api/networks', { schema: { response: { 200: networksAnswer } } }, async (request) => {
    await requireSession(deps, request)
    const ids = Object.keys(NETWORKS) as Network[]
    return { networks: ids.map((id) => ({ id, name: NETWORKS[id].name, prefixes: [...NETWORKS[id].prefixes] })) }
  })

  app.get(
    '/api/data-bundles',
    { schema: { querystring: bundlesQuery, response: { 200: bundlesAnswer } }, config: ASKS_PROVIDER },
    async (request) => {
      await requireSession(deps, request)
      return { bundles: [...(await catalogue.bundles(request.query.network))] }
    },
  )

  app.get('/api/billers', { schema: { response: { 200: billersAnswer } }, config: ASKS_PROVIDER }, async (request) => {
    await requireSession(deps, request)
    return await catalogue.billers()
  })

  app.get(
    '/api/tv-plans',
    { schema: { querystring: tvPlansQuery, response: { 200: tvPlansAnswer } }, config: ASKS_PROVIDER },
    async (request) => {
      await requireSession(deps, request)
      return { plans: [...(await catalogue.tvPlans(request.query.biller))] }
    },
  )

  app.post(
    '/api/billers/resolve',
    {
      schema: { body: resolveCustomerBody, response: { 200: resolveCustomerAnswer } },
      config: PROVIDER_CALLS_PER_MINUTE,
    },
    async (request) => {
      await requireSession(deps, request)
      const { biller, customerNumber, meterType } = request.body
      // Only a meter has a type.
      const category = meterType == null ? 'tv' : 'electricity'
      const { customerName, detail } = await resolveCustomer(deps, catalogue, {
        category,
        biller,
        customerNumber,
        meterType: meterType ?? null,
      })
      return { customerName, detail }
    },
  )
}
