import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addEndpoints, type Endpoint } from '#sandbox/endpoint.ts'
import type { VtpassOperation } from '#sandbox/operations.ts'
import { takeFault } from '#sandbox/take-fault.ts'
import type { Answer, Words } from '#sandbox/transport.ts'
import type { World } from '#sandbox/world.ts'
import { codeAnswer } from './codes.ts'
import { lookupEndpoints } from './lookups.ts'
import { merchantVerifyEndpoints } from './merchant-verify.ts'
import { payEndpoints } from './pay.ts'
import { requeryEndpoints } from './requery.ts'

/** Undocumented: these are the replies of VTpass's framework. */
const words: Words = {
  tooManyCalls: { http: 429, body: { message: 'Too Many Attempts.' } },
  serverError: { http: 500, body: { message: 'Server Error' } },
}
const invalidCredentials: Answer = { ...codeAnswer('087'), http: 401 }

/** Everything below `/vtpass/api`: checks the keys, then the faults, then calls the endpoint. */
export function vtpassRoutes(world: World) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request, reply) => {
      if (!hasKeys(world, request)) return await send(reply, invalidCredentials)
    })
    app.setNotFoundHandler((_request, reply) => send(reply, { http: 404, body: { message: 'Not Found' } }))
    addEndpoints(app, world, {
      endpoints: allEndpoints(world),
      takeFault: (operation) => takeFault(world, 'vtpass', operation),
      words,
      declined: codeAnswer('034'),
    })
  }
}

function allEndpoints(world: World): Endpoint<VtpassOperation>[] {
  return [
    ...lookupEndpoints(world),
    ...payEndpoints(world),
    ...requeryEndpoints(world),
    ...merchantVerifyEndpoints(world),
  ]
}

function hasKeys({ vtpassKeys }: World, { method, headers }: FastifyRequest): boolean {
  if (headers['api-key'] !== vtpassKeys.apiKey) return false
  if (method === 'GET' || method === 'HEAD') return headers['public-key'] === vtpassKeys.publicKey
  return headers['secret-key'] === vtpassKeys.secretKey
}

function send(reply: FastifyReply, answer: Answer) {
  return reply.code(answer.http).send(answer.body)
}
