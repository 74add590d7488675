import { z } from 'zod'
import { creditBody, signedCreditBody } from '#contract/console/credits.ts'
import { decisionOptions, requestMade } from '#contract/console/operators.ts'
import { depositAnswer, orderAnswer } from '#contract/console/orders.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { toAppError } from '#server/console/enrol-passkey.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { askToCredit, offerCredit } from './propose-credit.ts'
import { readDeposit } from './read-deposit.ts'
import { readOrder } from './read-order.ts'

const params = z.strictObject({ id: z.string().max(60) })

/** Shows one order or deposit, and takes requests to credit a deposit. Another operator confirms through /api/admin/requests/. */
export function orderRoutes(app: App, deps: Deps): void {
  app.get('/api/admin/orders/:id', { schema: { params, response: { 200: orderAnswer } } }, async (request) => {
    const session = await requireOperator(deps, request, 'look-at-order')
    return await readOrder(deps, session, request.params.id)
  })

  app.get('/api/admin/deposits/:id', { schema: { params, response: { 200: depositAnswer } } }, async (request) => {
    const session = await requireOperator(deps, request, 'look-at-deposit')
    return await readDeposit(deps, session, request.params.id)
  })

  app.post(
    '/api/admin/credits/options',
    { schema: { body: creditBody, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'credit-deposit')
      return await offerCredit(deps, session, request.body).catch(toAppError)
    },
  )

  app.post(
    '/api/admin/credits',
    { schema: { body: signedCreditBody, response: { 201: requestMade } } },
    async (request, reply) => {
      const session = await requireOperator(deps, request, 'credit-deposit')
      const { challenge, passkey, ...asked } = request.body
      const requestId = await askToCredit(deps, session, { asked, body: { challenge, passkey } }).catch(toAppError)
      return await reply.status(201).send({ requestId })
    },
  )
}
