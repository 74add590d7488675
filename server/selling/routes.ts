import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isId } from '#contract/ids.ts'
import {
  batchAnswer,
  batchApprovalBody,
  batchBody,
  customerAnswer,
  customerBody,
  customerChanges,
  customersAnswer,
  receiptAnswer,
  salesAnswer,
  salesQuery,
} from '#contract/selling.ts'
import { BATCH_BODY_MAX_BYTES } from '#contract/selling-limits.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { BillsCatalogue } from '#server/payments/bills/bill-catalogue.ts'
import { AppError } from '#server/platform/errors.ts'
import { ASKS_PROVIDER } from '#server/platform/http/admission.ts'
import type { App } from '#server/platform/http/app.ts'
import { handleError } from '#server/platform/http/errors.ts'
import { approveBatch } from './approve-batch.ts'
import { batchCsv } from './batch-csv.ts'
import { findBatch, showBatch } from './batches.ts'
import { addCustomer, changeCustomer, deleteCustomer, listCustomers } from './customers.ts'
import { quoteBatch, tooLongList } from './quote-batch.ts'
import { readReceipt } from './read-receipt.ts'
import { reportSales } from './report-sales.ts'

/** A list is up to 200 quotes: nobody checks more lists by hand in a minute. */
const LISTS_PER_MINUTE = { rateLimit: { max: 60, timeWindow: '1 minute' } } as const

const params = z.strictObject({ id: z.string().max(60) })

export function sellingRoutes(app: App, deps: Deps, catalogue: BillsCatalogue): void {
  customerRoutes(app, deps)
  batchRoutes(app, deps, catalogue)

  app.get('/api/sales', { schema: { querystring: salesQuery, response: { 200: salesAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    return await reportSales(deps, session.userId, request.query)
  })

  app.get('/api/sales/:id', { schema: { params, response: { 200: receiptAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    return { receipt: await readReceipt(deps.database, session.userId, request.params.id) }
  })
}

function customerRoutes(app: App, deps: Deps): void {
  app.get('/api/customers', { schema: { response: { 200: customersAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    return { customers: await listCustomers(deps.database, session.userId) }
  })

  app.post(
    '/api/customers',
    { schema: { body: customerBody, response: { 200: customerAnswer, 201: customerAnswer } } },
    async (request, reply) => {
      const session = await requireSession(deps, request)
      const { customer, isNew } = await addCustomer(deps, session.userId, request.body)
      return await reply.status(isNew ? 201 : 200).send({ customer })
    },
  )

  app.patch(
    '/api/customers/:id',
    { schema: { params, body: customerChanges, response: { 200: customerAnswer } } },
    async (request) => {
      const session = await requireSession(deps, request)
      return { customer: await changeCustomer(deps, session.userId, request.params.id, request.body) }
    },
  )

  app.delete('/api/customers/:id', { schema: { params } }, async (request, reply) => {
    const session = await requireSession(deps, request)
    await deleteCustomer(deps.database, session.userId, request.params.id)
    return await reply.status(204).send()
  })
}

function batchRoutes(app: App, deps: Deps, catalogue: BillsCatalogue): void {
  app.post(
    '/api/batches',
    {
      schema: { body: batchBody, response: { 201: batchAnswer } },
      bodyLimit: BATCH_BODY_MAX_BYTES,
      errorHandler: answerListError,
      config: { ...LISTS_PER_MINUTE, ...ASKS_PROVIDER },
    },
    async (request, reply) => {
      const session = await requireSession(deps, request)
      return await reply.status(201).send({ batch: await quoteBatch(deps, catalogue, session.userId, request.body) })
    },
  )

  app.post(
    '/api/batches/:id/approve',
    { schema: { params, body: batchApprovalBody, response: { 200: batchAnswer, 201: batchAnswer } } },
    async (request, reply) => {
      const session = await requireSession(deps, request, { touched: true })
      const { batch, isNew } = await approveBatch(deps, session, { ...request.body, batchId: request.params.id })
      return await reply.status(isNew ? 201 : 200).send({ batch: await showBatch(deps.database, batch) })
    },
  )

  app.get('/api/batches/:id', { schema: { params, response: { 200: batchAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    return { batch: await showBatch(deps.database, await requireBatch(deps, session.userId, request.params.id)) }
  })

  app.get('/api/batches/:id/csv', { schema: { params } }, async (request, reply) => {
    const session = await requireSession(deps, request)
    const batch = await showBatch(deps.database, await requireBatch(deps, session.userId, request.params.id))
    return await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${batch.id}.csv"`)
      .send(batchCsv(batch))
  })
}

async function requireBatch(deps: Deps, userId: Parameters<typeof findBatch>[1], id: string) {
  const batch = isId('bat', id) ? await findBatch(deps.database, userId, id) : null
  if (batch === null) throw new AppError('request.not-found')
  return batch
}

/** A body that is too large for this route is a list that is too long. */
function answerListError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return handleError(error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLongList(error) : error, request, reply)
}
