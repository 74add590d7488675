import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Fault } from './faults.ts'

/** No answer at all: the connection is broken at once, or held open until the caller gives up. */
export type Silence = 'hang-up' | 'hold'

/** One answer of a provider. */
export type Answer = { readonly http: number; readonly body: unknown }

/** A provider's own wording for failures outside its endpoints. */
export type Words = { readonly tooManyCalls: Answer; readonly serverError: Answer }

/** How long an unanswered call is held open. Longer than any client here should wait. */
const HOLD_MS = 60_000
const SLOW_MS = 2_000
/** How much of a cut reply still arrives. */
const CUT_AFTER_CHARACTERS = 40

/**
 * Acts out the faults under which the call never reaches the provider: nothing has been done when they are over.
 * Returns false for all others.
 */
export async function answerNothingDone(fault: Fault, reply: FastifyReply, words: Words): Promise<boolean> {
  switch (fault.fault) {
    case 'timeout':
      hold(reply)
      return true
    case 'down':
      await html(reply, 503, 'Service Temporarily Unavailable')
      return true
    case 'rate-limited':
      await reply.code(words.tooManyCalls.http).send(words.tooManyCalls.body)
      return true
    default:
      return false
  }
}

/** Sends a reply, or what a network fault makes of it. The call has been carried out in every case. */
export async function answerThrough(
  fault: Fault | null,
  reply: FastifyReply,
  answer: Answer,
  words: Words,
): Promise<FastifyReply> {
  switch (fault?.fault) {
    case 'accept-then-timeout':
      return hold(reply)
    case 'reset':
      return hangUp(reply)
    case 'accept-then-500':
      return await reply.code(words.serverError.http).send(words.serverError.body)
    case 'html-502':
      return await html(reply, 502, 'Bad Gateway')
    case 'empty':
      return await reply.code(answer.http).header('content-type', 'application/json').send('')
    case 'cut-json':
      return await reply
        .code(answer.http)
        .header('content-type', 'application/json')
        .send(JSON.stringify(answer.body).slice(0, CUT_AFTER_CHARACTERS))
    case 'slow':
      await sleep(fault.delayMs ?? SLOW_MS)
      return await reply.code(answer.http).send(answer.body)
    default:
      return await reply.code(answer.http).send(answer.body)
  }
}

/** Keeps the connection open and says nothing, until the caller gives up or HOLD_MS have passed. */
export function hold(reply: FastifyReply): FastifyReply {
  reply.hijack()
  const timer = setTimeout(() => reply.raw.destroy(), HOLD_MS)
  timer.unref()
  reply.raw.on('close', () => clearTimeout(timer))
  return reply
}

/** Breaks the connection without a reply. */
export function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

function html(reply: FastifyReply, http: number, title: string) {
  return reply
    .code(http)
    .header('content-type', 'text/html; charset=utf-8')
    .send(`<html><head><title>${http} ${title}</title></head><body><h1>${http} ${title}</h1></body></html>`)
}
