import { z } from 'zod'
import { isId } from '#contract/ids.ts'
import { exam, examPlansAnswer, orderPinsAnswer } from '#contract/kinds/education.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { BillsCatalogue } from '#server/payments/bills/bill-catalogue.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { findOrder } from '#server/payments/orders/order.ts'
import { nextLookBackAt } from '#server/payments/orders/proving/schedule.ts'
import { AppError } from '#server/platform/errors.ts'
import { ASKS_PROVIDER } from '#server/platform/http/admission.ts'
import type { App } from '#server/platform/http/app.ts'
import { EXAMS } from './exams.ts'
import { readPins } from './pins.ts'

const orderParams = z.strictObject({ id: z.string().max(60) })

export function educationRoutes(app: App, deps: Deps, catalogue: BillsCatalogue): void {
  app.get(
    '/api/exam-pins',
    { schema: { response: { 200: examPlansAnswer } }, config: ASKS_PROVIDER },
    async (request) => {
      await requireSession(deps, request)
      const lists = await Promise.all(
        exam.options.map(async (each) => {
          const plans = await catalogue.plans({ product: 'education', exam: each })
          return plans.map((plan) => ({ exam: each, examName: EXAMS[each].name, ...plan }))
        }),
      )
      return { plans: lists.flat() }
    },
  )

  app.get(
    '/api/orders/:id/pins',
    { schema: { params: orderParams, response: { 200: orderPinsAnswer } } },
    async (request) => {
      const { userId } = await requireSession(deps, request)
      const { id } = request.params
      const order = isId('ord', id) ? await findOrder(deps.database, userId, id) : null
      if (order?.kind !== 'education') throw new AppError('order.not-found')
      // PINs of a returned order may no longer work.
      const isDelivered = STATES[order.state].status === 'completed'
      return {
        bought: order.recipient.quantity,
        pins: isDelivered ? await readPins(deps, deps.database, order) : [],
        asking: nextLookBackAt(order, deps.clock.now()) !== null,
      }
    },
  )
}
