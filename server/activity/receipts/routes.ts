import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { publicReceipt, receiptAddress, receiptBody } from '#contract/receipts.ts'
import { lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { fileName } from '#server/platform/http/file-name.ts'
import { issueReceipt } from './issue-receipt.ts'
import { readReceipt } from './read-receipt.ts'
import { receiptPdf } from './receipt-pdf.ts'

/** A code has at least 120 random bits and cannot be guessed: this only limits the load of trying. */
const RECEIPT_READS_PER_MINUTE = { rateLimit: { max: 60, timeWindow: '1 minute' } } as const
const RECEIPT_FILES_PER_MINUTE = { rateLimit: { max: 30, timeWindow: '1 minute' } } as const

const params = z.strictObject({ id: z.string().max(60) })
const codeParams = z.strictObject({ code: z.string().max(60) })

export function receiptRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/transactions/:id/receipt',
    { schema: { params, body: receiptBody, response: { 200: receiptAddress, 201: receiptAddress } } },
    async (request, reply) => {
      const { userId } = await requireSession(deps, request)
      const { receipt, isNew } = await issueReceipt(deps, userId, request.params.id, request.body?.showsNames)
      return await reply.status(isNew ? 201 : 200).send(receipt)
    },
  )

  app.post(
    '/api/transactions/:id/receipt.pdf',
    { schema: { params }, config: RECEIPT_FILES_PER_MINUTE },
    async (request, reply) => {
      const { userId } = await requireSession(deps, request)
      const { receipt: address } = await issueReceipt(deps, userId, request.params.id)
      const receipt = await readReceipt(deps, address.code)
      const name = fileName(
        deps.config,
        `receipt-${lagosDay(new Date(receipt.createdAt))}-${address.code.slice(0, 6)}`,
        'pdf',
      )
      return await reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(await receiptPdf(receipt, deps.clock.now()))
    },
  )

  app.get(
    '/api/receipts/:code',
    {
      schema: { params: codeParams, response: { 200: publicReceipt } },
      config: RECEIPT_READS_PER_MINUTE,
      onRequest: keepOutOfSearch,
    },
    async (request) => await readReceipt(deps, request.params.code),
  )

  // The app serves the page itself, as for every address outside the API.
  app.get('/r/:code', { schema: { hide: true }, onRequest: keepOutOfSearch }, (_request, reply) => {
    reply.callNotFound()
  })
}

/** Anyone with a code may look, but search engines must not list it. */
async function keepOutOfSearch(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
}
