import { z } from 'zod'
import { isId } from '#contract/ids.ts'
import {
  checkedOrderAnswer,
  orderAnswer,
  orderBody,
  type Quote,
  type QuoteBody,
  quoteAnswer,
  quoteBody,
} from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import { readToken } from '#server/identity/sessions/session-cookie.ts'
import type { Worker } from '#server/outbox/jobs/worker.ts'
import type { QuoteRequest } from '#server/payments/kinds/kind.ts'
import { approveOrder } from '#server/payments/orders/approving/approve-order.ts'
import { cancelOrder } from '#server/payments/orders/ending/cancel-order.ts'
import { askProviderNow } from '#server/payments/orders/proving/ask-provider-now.ts'
import { AppError } from '#server/platform/errors.ts'
import { ASKS_PROVIDER } from '#server/platform/http/admission.ts'
import type { App } from '#server/platform/http/app.ts'
import { PROVIDER_CALLS_PER_MINUTE, quotesPerMinute } from '#server/platform/http/security.ts'
import { readPauses, refuseIfPaused } from '#server/suspension/pauses.ts'
import { readSuspensions, refuseIfSuspended, refuseInDoubt } from '#server/suspension/suspensions.ts'
import { findOrder, type OrderRow } from './order.ts'
import { readOrder, readQuote } from './present-order.ts'
import { paidByForm, quoteOrder } from './rules.ts'

const CHECK_LATER =
  'We cannot check this while our server’s clock is wrong. Nothing was changed. Your wallet shows when payments continue.'

const orderParams = z.strictObject({ id: z.string().max(60) })

export function orderRoutes(app: App, deps: Deps, catalogues: QuoteRequest['catalogues'], worker: Worker): void {
  const terms = {
    schema: { body: quoteBody, response: { 201: quoteAnswer } },
    config: { ...quotesPerMinute(deps.config, (request) => readToken(deps, request)), ...ASKS_PROVIDER },
  }
  app.post('/api/quotes', terms, async (request, reply) => {
    const { userId } = await requireSession(deps, request)
    return await reply.status(201).send({ quote: await makeQuote({ deps, catalogues, userId }, request.body) })
  })

  app.post(
    '/api/orders',
    { schema: { body: orderBody, response: { 200: orderAnswer, 201: orderAnswer } } },
    async (request, reply) => {
      const { order, isNew } = await approveOrder(deps, request, request.body)
      deps.tracing.setOrder(order.id)
      return await reply.status(isNew ? 201 : 200).send({ order: await readOrder(deps, order) })
    },
  )

  app.get('/api/orders/:id', { schema: { params: orderParams, response: { 200: orderAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    return { order: await readOrder(deps, await requireOrder(deps, session.userId, request.params.id)) }
  })

  app.post(
    '/api/orders/:id/check',
    { schema: { params: orderParams, response: { 200: checkedOrderAnswer } }, config: PROVIDER_CALLS_PER_MINUTE },
    async (request) => {
      const session = await requireSession(deps, request)
      const order = await requireOrder(deps, session.userId, request.params.id)
      deps.tracing.setOrder(order.id)
      refuseInDoubt(await readSuspensions(deps.database), CHECK_LATER)
      const said = await askProviderNow(deps, worker, order)
      const askedAt = deps.clock.now().toISOString()
      return { order: await readOrder(deps, await requireOrder(deps, session.userId, order.id)), askedAt, said }
    },
  )

  app.post(
    '/api/orders/:id/cancel',
    { schema: { params: orderParams, response: { 200: orderAnswer } } },
    async (request) => {
      const session = await requireSession(deps, request)
      const order = await cancelOrder(deps, { userId: session.userId, orderId: request.params.id })
      return { order: await readOrder(deps, order) }
    },
  )
}

async function makeQuote(request: QuoteRequest, body: QuoteBody): Promise<Quote> {
  const { clock, database } = request.deps
  refuseIfSuspended(await readSuspensions(database), paidByForm(body) === 'transfer' ? 'in' : 'out')
  refuseIfPaused(await readPauses(database, clock.now()), body.kind, body)
  const { quote, similar } = await quoteOrder(request, body)
  return await readQuote(database, quote, similar)
}

async function requireOrder(deps: Deps, userId: string, orderId: string): Promise<OrderRow> {
  const order = isId('ord', orderId) ? await findOrder(deps.database, userId, orderId) : null
  if (order === null) throw new AppError('order.not-found')
  return order
}
