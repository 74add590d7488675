import { z } from 'zod'
import { isId } from '#contract/ids.ts'
import { orderAnswer, orderBody, quoteAnswer, quoteBody } from '#contract/orders.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { PROVIDER_CALLS_PER_MINUTE } from '../../http/security.ts'
import type { Worker } from '../../jobs/worker.ts'
import { findOrder, type OrderRow, toOrder } from '../../orders/order.ts'
import { toQuote } from '../../orders/quote.ts'
import { requireSession } from '../accounts/session.ts'
import type { BankCatalogue } from '../banks/catalogue.ts'
import { approveOrder } from './approve-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { quoteWithdrawal } from './quote-withdrawal.ts'

const orderParams = z.strictObject({ id: z.string().max(60) })

export function orderRoutes(app: App, deps: Deps, banks: BankCatalogue, worker: Worker): void {
  app.post('/api/quotes', { schema: { body: quoteBody, response: { 201: quoteAnswer } } }, async (request, reply) => {
    const session = await requireSession(deps, request)
    const quote = await quoteWithdrawal(deps, banks, session.userId, request.body)
    return await reply.status(201).send({ quote: toQuote(quote) })
  })

  app.post(
    '/api/orders',
    { schema: { body: orderBody, response: { 200: orderAnswer, 201: orderAnswer } } },
    async (request, reply) => {
      const session = await requireSession(deps, request)
      const { order, isNew } = await approveOrder(deps, session, request.body)
      return await reply.status(isNew ? 201 : 200).send({ order: toOrder(order) })
    },
  )

  app.get('/api/orders/:id', { schema: { params: orderParams, response: { 200: orderAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    return { order: toOrder(await requireOrder(deps, session.userId, request.params.id)) }
  })

  app.post(
    '/api/orders/:id/check',
    { schema: { params: orderParams, response: { 200: orderAnswer } }, config: PROVIDER_CALLS_PER_MINUTE },
    async (request) => {
      const session = await requireSession(deps, request)
      const order = await requireOrder(deps, session.userId, request.params.id)
      // Asks the provider now. If a worker is at it already, its answer is on the way anyway.
      await worker.runNow('order', order.id)
      return { order: toOrder(await requireOrder(deps, session.userId, order.id)) }
    },
  )

  app.post(
    '/api/orders/:id/cancel',
    { schema: { params: orderParams, response: { 200: orderAnswer } } },
    async (request) => {
      const session = await requireSession(deps, request)
      return { order: toOrder(await cancelOrder(deps, { userId: session.userId, orderId: request.params.id })) }
    },
  )
}

async function requireOrder(deps: Deps, userId: string, orderId: string): Promise<OrderRow> {
  const order = isId('ord', orderId) ? await findOrder(deps.database, userId, orderId) : null
  if (order === null) throw new AppError('order.not-found')
  return order
}
