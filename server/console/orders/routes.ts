import { z } from 'zod'
import { depositAnswer, orderAnswer } from '#contract/console/orders.ts'
import { requireOperator } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { readDeposit } from './read-deposit.ts'
import { readOrder } from './read-order.ts'

const params = z.strictObject({ id: z.string().max(60) })

/** Shows one order or deposit. The acts of operators on it are in act-routes.ts. */
export function orderRoutes(app: App, deps: Deps): void {
  app.get('/api/admin/orders/:id', { schema: { params, response: { 200: orderAnswer } } }, async (request) => {
    const session = await requireOperator(deps, request, 'look-at-order')
    return await readOrder(deps, session, request.params.id)
  })

  app.get('/api/admin/deposits/:id', { schema: { params, response: { 200: depositAnswer } } }, async (request) => {
    const session = await requireOperator(deps, request, 'look-at-deposit')
    return await readDeposit(deps, session, request.params.id)
  })
}
