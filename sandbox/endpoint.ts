import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { advance } from './advance.ts'
import type { Fault } from './faults.ts'
import { withOddText } from './odd-text.ts'
import { type Answer, answerNothingDone, answerThrough, hangUp, hold, type Silence, type Words } from './transport.ts'
import { isObject, texts } from './unchecked.ts'
import type { World } from './world.ts'

/** One call, unvalidated. The fault is one that the endpoint itself must act out, or null. */
export type Call = {
  readonly body: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
  readonly fault: Fault | null
}

export type Endpoint<Operation> = {
  readonly method: 'GET' | 'POST'
  /** Relative to the provider's own address. */
  readonly path: string
  readonly operation: Operation
  readonly handle: (call: Call) => Answer | Silence
  /** True if the endpoint declines in its own way; the others return the provider's general decline. */
  readonly actsOutDecline?: boolean
}

/** A provider's endpoints, and its answers when no endpoint handles the call. */
export type Provider<Operation> = {
  readonly endpoints: readonly Endpoint<Operation>[]
  /** The fault that hits a call of this operation, counted as used. */
  readonly takeFault: (operation: Operation) => Fault | null
  readonly words: Words
  readonly declined: Answer
  /** The answer to a refusal fault, sent before anything is done; null for other faults. */
  readonly refusalOf?: (fault: Fault, call: Call) => Answer | null
}

/** Adds a provider's endpoints: each call first advances the world, then acts out a fault, then handles the request. */
export function addEndpoints<Operation>(app: FastifyInstance, world: World, provider: Provider<Operation>): void {
  for (const endpoint of provider.endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: (request, reply) => {
        advance(world)
        return serve(provider, endpoint, request, reply)
      },
    })
  }
}

async function serve<Operation>(
  { takeFault, words, declined, refusalOf }: Provider<Operation>,
  endpoint: Endpoint<Operation>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fault = takeFault(endpoint.operation)
  if (fault !== null && (await answerNothingDone(fault, reply, words))) return reply
  const call: Call = {
    body: isObject(request.body) ? request.body : {},
    query: texts(request.query),
    params: texts(request.params),
    fault,
  }
  const refusal = fault === null ? null : (refusalOf?.(fault, call) ?? null)
  if (refusal !== null) return await reply.code(refusal.http).send(refusal.body)
  const declines = fault?.fault === 'decline' && endpoint.actsOutDecline !== true
  const answer = withOddText(declines ? declined : endpoint.handle(call), fault)
  if (answer === 'hang-up') return hangUp(reply)
  if (answer === 'hold') return hold(reply)
  return await answerThrough(fault, reply, answer, words)
}
