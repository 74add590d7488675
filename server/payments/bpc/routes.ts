import { z } from 'zod'
import { bpcAnswer, bpcSavingsAnswer } from '#contract/bpc.ts'
import { orderAnswer } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import { readOrder } from '#server/payments/orders/present-order.ts'
import type { App } from '#server/platform/http/app.ts'
import { requireJustProved } from './just-proved.ts'
import { listCodes } from './list-codes.ts'
import { readSavings } from './read-savings.ts'
import { returnCode } from './return-code.ts'

const params = z.strictObject({ id: z.string().max(60) })

export function bpcRoutes(app: App, deps: Deps): void {
  app.get('/api/bpc', { schema: { response: { 200: bpcAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    await requireJustProved(deps, session)
    return await listCodes(deps, session.userId)
  })

  app.get('/api/bpc/savings', { schema: { response: { 200: bpcSavingsAnswer } } }, async (request) => {
    const { userId } = await requireSession(deps, request)
    return await readSavings(deps, userId)
  })

  app.post('/api/bpc/:id/return', { schema: { params, response: { 200: orderAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    await requireJustProved(deps, session)
    const order = await returnCode(deps, { userId: session.userId, bpcId: request.params.id })
    return { order: await readOrder(deps, order) }
  })
}
