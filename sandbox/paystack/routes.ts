import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addEndpoints, type Endpoint } from '#sandbox/endpoint.ts'
import { isPaystackRefusal } from '#sandbox/faults.ts'
import type { PaystackOperation } from '#sandbox/operations.ts'
import { takeFault } from '#sandbox/take-fault.ts'
import type { Words } from '#sandbox/transport.ts'
import { texts } from '#sandbox/unchecked.ts'
import type { World } from '#sandbox/world.ts'
import { declinedBySandbox, invalidKey, noSuchPath, refuse, serverError, tooManyCalls } from './answers.ts'
import { bankEndpoints } from './banks-and-recipients.ts'
import { chargeEndpoints } from './charges.ts'
import { customerEndpoints } from './customers.ts'
import { dedicatedAccountEndpoints } from './dedicated-accounts.ts'
import { paymentEndpoints } from './payments.ts'
import { rateLimiter } from './rate-limit.ts'
import { refundEndpoints } from './refunds.ts'
import { transferEndpoints } from './transfers.ts'

const words: Words = { tooManyCalls, serverError }

/** Everything below `/paystack`: checks the key, then the rate limit, then the faults, then calls the endpoint. */
export function paystackRoutes(world: World) {
  return async (app: FastifyInstance): Promise<void> => {
    const limited = rateLimiter(world)
    app.addHook('onRequest', async (request, reply) => {
      if (!hasKey(world, request)) return await sendBody(reply, invalidKey)
      if (limited(reply)) return await sendBody(reply, tooManyCalls)
    })
    app.setNotFoundHandler((_request, reply) => sendBody(reply, noSuchPath))
    addEndpoints(app, world, {
      endpoints: allEndpoints(world),
      takeFault: (operation) => takeFault(world, 'paystack', operation),
      words,
      declined: declinedBySandbox,
      refusalOf: ({ fault }, { body }) => (isPaystackRefusal(fault) ? refuse(fault, texts(body)) : null),
    })
  }
}

function allEndpoints(world: World): Endpoint<PaystackOperation>[] {
  return [
    ...customerEndpoints(world),
    ...dedicatedAccountEndpoints(world),
    ...bankEndpoints(world),
    ...transferEndpoints(world),
    ...chargeEndpoints(world),
    ...paymentEndpoints(world),
    ...refundEndpoints(world),
  ]
}

function hasKey(world: World, request: FastifyRequest): boolean {
  return request.headers.authorization === `Bearer ${world.secretKey}`
}

function sendBody(reply: FastifyReply, answer: { http: number; body: unknown }) {
  return reply.code(answer.http).send(answer.body)
}
