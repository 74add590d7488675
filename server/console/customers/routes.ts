import { z } from 'zod'
import { customerAnswer, openBody, openedAnswer } from '#contract/console/customers.ts'
import { searchAnswer, searchBody } from '#contract/console/search.ts'
import { wallet } from '#contract/wallet.ts'
import { requireOperator } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { openCustomer } from './open-customer.ts'
import { readCustomer, readCustomerDashboard } from './read-customer.ts'
import { search } from './search.ts'

const params = z.strictObject({ id: z.string().max(60) })

/** Routes to find customers and look at them. */
export function customerRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/admin/search',
    { schema: { body: searchBody, response: { 200: searchAnswer } } },
    async (request) => await search(deps, await requireOperator(deps, request, 'search'), request.body.q),
  )

  app.get('/api/admin/customers/:id', { schema: { params, response: { 200: customerAnswer } } }, async (request) => {
    const session = await requireOperator(deps, request, 'look-at-customer')
    return await readCustomer(deps, session, request.params.id)
  })

  app.post(
    '/api/admin/customers/:id/open',
    { schema: { params, body: openBody, response: { 201: openedAnswer } } },
    async (request, reply) => {
      const session = await requireOperator(deps, request, 'open-customer')
      const { id: uncheckedId } = request.params
      return await reply.status(201).send(await openCustomer(deps, session, { uncheckedId, body: request.body }))
    },
  )

  app.get('/api/admin/customers/:id/dashboard', { schema: { params, response: { 200: wallet } } }, async (request) => {
    const session = await requireOperator(deps, request, 'look-at-customer')
    return await readCustomerDashboard(deps, session, request.params.id)
  })
}
