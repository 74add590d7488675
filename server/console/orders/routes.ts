import { z } from 'zod'
import { creditBody } from '#contract/console/credits.ts'
import { refundBody, reviewEndBody } from '#contract/console/endings.ts'
import { depositAnswer, orderAnswer } from '#contract/console/orders.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { routesOfProposal } from '#server/console/proposal-routes.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { CREDIT } from './propose-credit.ts'
import { REFUND, REVIEW_END } from './propose-endings.ts'
import { readDeposit } from './read-deposit.ts'
import { readOrder } from './read-order.ts'

const params = z.strictObject({ id: z.string().max(60) })

/**
 * Shows one order or deposit, and takes requests to credit a deposit, end a manual review or refund a BPC. Another operator
 * confirms through /api/admin/requests/.
 */
export function orderRoutes(app: App, deps: Deps): void {
  app.get('/api/admin/orders/:id', { schema: { params, response: { 200: orderAnswer } } }, async (request) => {
    const session = await requireOperator(deps, request, 'look-at-order')
    return await readOrder(deps, session, request.params.id)
  })

  app.get('/api/admin/deposits/:id', { schema: { params, response: { 200: depositAnswer } } }, async (request) => {
    const session = await requireOperator(deps, request, 'look-at-deposit')
    return await readDeposit(deps, session, request.params.id)
  })

  routesOfProposal(app, deps, { path: '/api/admin/credits', body: creditBody, proposal: CREDIT })
  routesOfProposal(app, deps, { path: '/api/admin/review-ends', body: reviewEndBody, proposal: REVIEW_END })
  routesOfProposal(app, deps, { path: '/api/admin/bpc-refunds', body: refundBody, proposal: REFUND })
}
