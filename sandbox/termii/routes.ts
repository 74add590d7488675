import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addEndpoints } from '#sandbox/endpoint.ts'
import { isTermiiRefusal } from '#sandbox/faults.ts'
import { takeFault } from '#sandbox/take-fault.ts'
import type { Words } from '#sandbox/transport.ts'
import { isObject, texts } from '#sandbox/unchecked.ts'
import type { World } from '#sandbox/world.ts'
import { historyEndpoints } from './history.ts'
import { refusal, refuse, sendEndpoints } from './send.ts'

const words: Words = {
  tooManyCalls: refusal(429, 'Too Many Requests'),
  serverError: refusal(500, 'Server Error'),
}

/** Everything below `/termii/api`: checks the key (in body or query), then the faults, then calls the endpoint. */
export function termiiRoutes(world: World) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('preHandler', async (request, reply) => {
      if (keyOf(request) === world.termii.apiKey) return
      const { http, body } = refuse('sms-key-refused')
      return await reply.code(http).send(body)
    })
    addEndpoints(app, world, {
      endpoints: [...sendEndpoints(world), ...historyEndpoints(world)],
      takeFault: (operation) => takeFault(world, 'termii', operation),
      words,
      declined: refuse('sms-number-invalid'),
      refusalOf: ({ fault }) => (isTermiiRefusal(fault) ? refuse(fault) : null),
    })
  }
}

function keyOf({ method, body, query }: FastifyRequest): unknown {
  return method === 'POST' ? isObject(body) && body.api_key : texts(query).api_key
}
