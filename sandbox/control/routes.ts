import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { parseKobo } from '#contract/money.ts'
import { advance, moveTransfer } from '#sandbox/advance.ts'
import { bankWithCode } from '#sandbox/banks.ts'
import { emailsTo } from '#sandbox/email/emails.ts'
import { faultRequest, ODD_TEXT_MAX_LENGTH } from '#sandbox/faults.ts'
import { payOutByHand } from '#sandbox/paystack/dashboard.ts'
import { disputed, receiveBankTransfer } from '#sandbox/paystack/inbound.ts'
import { pushMessages } from '#sandbox/push/messages.ts'
import { smsTo } from '#sandbox/termii/sms.ts'
import { texts } from '#sandbox/unchecked.ts'
import { planChanged, variationsUpdate } from '#sandbox/vtpass/callbacks.ts'
import { serviceWithId } from '#sandbox/vtpass/catalogue.ts'
import { serviceNow } from '#sandbox/vtpass/plans.ts'
import { moveDelivery } from '#sandbox/vtpass/transitions.ts'
import type { World } from '#sandbox/world.ts'
import { boardState } from './board-state.ts'
import { truth } from './truth.ts'

/** A bank app accepts any text; checking what a name or a narration may hold is up to the receiving side. */
const words = z.string().min(1).max(ODD_TEXT_MAX_LENGTH)
const PLAN_NAME_MAX = 100

const koboAmount = z.union([z.string(), z.int()]).transform((amount, context) => {
  const parsed = parseKobo(String(amount))
  if (parsed === null) context.addIssue({ code: 'custom', message: 'whole kobo, as a decimal string' })
  return parsed ?? z.NEVER
})
const inboundBody = z.strictObject({
  accountNumber: z.string().regex(/^\d{10}$/, 'ten digits'),
  amountKobo: koboAmount,
  senderName: words.default('Sandbox Sender'),
  narration: words.optional(),
})
const byHandBody = z.strictObject({
  amount: koboAmount,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'three letters')
    .default('NGN'),
  reference: z.string().min(1).max(100).nullable().default(null),
})
const transferOutcomeBody = z.strictObject({ status: z.enum(['success', 'failed', 'reversed']) })
const deliveryOutcomeBody = z.strictObject({ status: z.enum(['delivered', 'failed', 'reversed']) })
const variationsUpdateBody = z.strictObject({ serviceID: z.string() })
const planBody = z.strictObject({
  amountKobo: koboAmount.optional(),
  name: z.string().trim().min(1).max(PLAN_NAME_MAX).optional(),
  sold: z.boolean().default(true),
})
const paymentOutcomeBody = z.strictObject({ status: z.enum(['success', 'reversed', 'failed']) })
const bankBody = z.strictObject({ open: z.boolean() })
const resetBody = z.strictObject({ everything: z.boolean().default(false) })

/** `/control/*`: controls the outside world, for people, tests and the board. */
export function controlRoutes(world: World) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('preHandler', async () => advance(world))
    app.get('/truth', async () => truth(world))
    app.get('/state', async () => boardState(world))
    app.get('/emails', async (request) => ({
      emails: emailsTo(world, texts(request.query).to).map(({ id, to, subject, text, at }) => ({
        id,
        to,
        subject,
        text,
        at,
      })),
    }))

    app.get('/push', async (request) => ({
      messages: pushMessages(world, texts(request.query).subscription),
    }))
    app.get('/sms', async (request) => ({ sms: smsTo(world, texts(request.query).to) }))

    app.post('/transfers', async (request, reply) => {
      const body = inboundBody.parse(request.body)
      const account = world.state.accounts.get(body.accountNumber)
      if (account === undefined) return nobody(reply, 'No account with this number was issued here. No money moved.')
      const { id: _, ...inbound } = receiveBankTransfer(world, {
        account,
        amountKobo: body.amountKobo,
        senderName: body.senderName,
        narration: body.narration ?? null,
      })
      const { accountName } = account
      return reply.code(201).send({ ...inbound, accountName, amountKobo: inbound.amountKobo.toString() })
    })

    app.post('/dashboard-transfers', async (request, reply) => {
      const { id, amount, ...made } = payOutByHand(world, byHandBody.parse(request.body))
      return reply.code(201).send({ ...made, id, amount: amount.toString() })
    })

    app.post('/faults', async (request, reply) => {
      const fault = { ...faultRequest.parse(request.body), id: `flt_${world.nextId()}` }
      world.record([{ type: 'fault.set', fault }])
      return reply.code(201).send({ fault, faults: world.state.faults })
    })

    app.post('/transfers/:reference/outcome', async (request, reply) => {
      const { status } = transferOutcomeBody.parse(request.body)
      const { reference } = z.object({ reference: z.string() }).parse(request.params)
      if (!world.state.transfers.has(reference)) return nobody(reply, 'No transfer has this reference.')
      moveTransfer(world, reference, status, null)
      return { reference, status }
    })

    app.post('/deliveries/:requestId/outcome', async (request, reply) => {
      const { status } = deliveryOutcomeBody.parse(request.body)
      const { requestId } = z.object({ requestId: z.string() }).parse(request.params)
      if (!world.state.deliveries.has(requestId)) return nobody(reply, 'No purchase has this request id.')
      moveDelivery(world, requestId, status, null)
      return { requestId, status }
    })

    app.post('/variations-update', async (request, reply) => {
      const { serviceID } = variationsUpdateBody.parse(request.body)
      const service = serviceNow(world.state, serviceID)
      if (service === undefined) return nobody(reply, 'No service has this id.')
      world.record(variationsUpdate(world, service))
      return { serviceID }
    })

    app.post('/plans/:serviceID/:code', async (request, reply) => {
      const { amountKobo, name, sold } = planBody.parse(request.body)
      const { serviceID, code } = z.object({ serviceID: z.string(), code: z.string() }).parse(request.params)
      const plan = serviceWithId(serviceID)?.variations.find((each) => each.code === code)
      if (plan === undefined || plan.amountKobo === 0n) return nobody(reply, 'No service has a plan of this code.')
      const now = serviceNow(world.state, serviceID)?.variations.find((each) => each.code === code) ?? plan
      const changed = { name: name ?? now.name, amountKobo: amountKobo ?? now.amountKobo }
      planChanged(world, { serviceId: serviceID, code, plan: sold ? changed : null })
      return { serviceID, code, sold, name: changed.name, amountKobo: changed.amountKobo.toString() }
    })

    app.post('/inbound/:reference/outcome', async (request, reply) => {
      const { status } = paymentOutcomeBody.parse(request.body)
      const { reference } = z.object({ reference: z.string() }).parse(request.params)
      const payment = world.state.payments.get(reference)
      if (payment === undefined || payment.paidAt === null) return nobody(reply, 'No paid payment has this reference.')
      world.record([{ type: 'payment.moved', reference, status }, ...disputed(world, payment, status)])
      return { reference, status }
    })

    app.post('/banks/:code', async (request, reply) => {
      const { open } = bankBody.parse(request.body)
      const { code } = z.object({ code: z.string() }).parse(request.params)
      const bank = bankWithCode(code)
      if (bank === undefined) return nobody(reply, 'No bank has this code.')
      if (!bank.active) return reply.code(409).send({ error: `${bank.name} is closed for good.` })
      world.record([{ type: 'bank.switched', code, open }])
      return { code, open }
    })

    app.post('/reset', async (request) => {
      const { everything } = resetBody.parse(request.body ?? {})
      world.record([{ type: 'world.reset', everything }])
      return { reset: true, everything }
    })
  }
}

function nobody(reply: FastifyReply, error: string) {
  return reply.code(404).send({ error })
}
