import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeFault } from '../take-fault.ts'
import { type Answer, answerNothingDone, answerThrough, hangUp, hold, type Words } from '../transport.ts'
import { isObject, texts } from '../unchecked.ts'
import { advance, type World } from '../world.ts'
import { coded } from './codes.ts'
import type { Call, Endpoint } from './endpoint.ts'
import { lookupEndpoints } from './lookups.ts'
import { merchantVerifyEndpoints } from './merchant-verify.ts'
import { payEndpoints } from './pay.ts'
import { requeryEndpoints } from './requery.ts'

/** VTpass documents neither: these are what its framework says. */
const words: Words = {
  tooManyCalls: { http: 429, body: { message: 'Too Many Attempts.' } },
  serverError: { http: 500, body: { message: 'Server Error' } },
}
const invalidCredentials: Answer = { ...coded('087'), http: 401 }

/** Everything below `/vtpass/api`: the keys first, then the faults, then the endpoint. */
export function vtpassRoutes(world: World) {
  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', async (request, reply) => {
      if (!hasKeys(world, request)) return await send(reply, invalidCredentials)
    })
    app.setNotFoundHandler((_request, reply) => send(reply, { http: 404, body: { message: 'Not Found' } }))
    for (const endpoint of allEndpoints(world)) {
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        handler: (request, reply) => serve(world, endpoint, request, reply),
      })
    }
  }
}

function allEndpoints(world: World): Endpoint[] {
  return [
    ...lookupEndpoints(world),
    ...payEndpoints(world),
    ...requeryEndpoints(world),
    ...merchantVerifyEndpoints(world),
  ]
}

async function serve(world: World, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  advance(world)
  const fault = takeFault(world, 'vtpass', endpoint.operation)
  if (fault !== null && (await answerNothingDone(fault, reply, words))) return reply
  const call: Call = { body: isObject(request.body) ? request.body : {}, query: texts(request.query), fault }
  const declined = fault?.fault === 'decline' && endpoint.actsOutDecline !== true
  const answer = declined ? coded('034') : endpoint.handle(call)
  if (answer === 'hang-up') return hangUp(reply)
  if (answer === 'hold') return hold(reply)
  return await answerThrough(fault, reply, answer, words)
}

function hasKeys({ vtpassKeys }: World, { method, headers }: FastifyRequest): boolean {
  if (headers['api-key'] !== vtpassKeys.apiKey) return false
  if (method === 'GET' || method === 'HEAD') return headers['public-key'] === vtpassKeys.publicKey
  return headers['secret-key'] === vtpassKeys.secretKey
}

function send(reply: FastifyReply, answer: Answer) {
  return reply.code(answer.http).send(answer.body)
}
