import type { Logger } from '#server/deps.ts'
import type { Breaker } from '../breaker.ts'
import type { Client, ProviderRequest } from '../client.ts'
import type { Answer } from '../payments.ts'
import { CODES } from './outcomes.ts'
import { codeOf, nameOfCode, type Reply, readReply } from './reply.ts'

/** How long each kind of call may take from start to last byte. Nobody waits for a purchase's POST on a screen. */
export const TIMEOUTS = { readMs: 10_000, listMs: 20_000, sendMs: 30_000 } as const
export type Timeouts = { readonly [Name in keyof typeof TIMEOUTS]: number }

/** One named call: asks, tells the breaker and the log how it went, and answers what VTpass said. */
export type Api = (operation: string, request: ProviderRequest, extraBreaker?: Breaker) => Promise<Reply>

/** Builds the one path by which requests leave. The log gets the operation's name and the code, never path or body. */
export function createApi(parts: { client: Client; breaker: Breaker; log: Logger }): Api {
  async function ask(operation: string, request: ProviderRequest): Promise<Reply> {
    const startedMs = performance.now()
    const reply = readReply(await parts.client(request))
    const tookMs = Math.round(performance.now() - startedMs)
    const line = { provider: 'vtpass', operation, tookMs }
    if (reply.kind === 'unanswered') parts.log.warn({ ...line, cause: reply.cause }, 'provider did not answer')
    else parts.log.info({ ...line, code: codeOf(reply.body) }, 'provider answered')
    return reply
  }
  return (operation, request, extraBreaker) => {
    const work = () => parts.breaker.run(() => ask(operation, request), isFailure)
    return extraBreaker === undefined ? work() : extraBreaker.run(work, isFailure)
  }
}

function isFailure(reply: Reply): boolean {
  return reply.kind === 'unanswered'
}

/** What the parts of the adapter share. */
export type Context = {
  readonly api: Api
  readonly timeouts: Timeouts
  readonly log: Logger
  /** For calls a person waits for and nothing depends on: not asked at all while VTpass is known to be silent. */
  readonly isWorthAsking: () => boolean
}

export function unknown(cause: string): { readonly outcome: 'unknown'; readonly cause: string } {
  return { outcome: 'unknown', cause }
}

export function succeeded<Value>(value: Value): { readonly outcome: 'succeeded'; readonly value: Value } {
  return { outcome: 'succeeded', value }
}

/** For calls without reasons of their own: a refusal's reason is VTpass's code. Any other code is no conclusive no. */
export function refusedWith(code: string | null): Exclude<Answer<never>, { outcome: 'succeeded' }> {
  if (code === null || CODES.get(code)?.rule !== 'request') return unknown(nameOfCode(code))
  return { outcome: 'declined', reason: code, message: nameOfCode(code) }
}
