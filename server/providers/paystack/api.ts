import type { Logger } from '#server/deps.ts'
import type { Breaker } from '../breaker.ts'
import type { Client, ProviderRequest } from '../client.ts'
import type { Answer } from '../payments.ts'
import { type Reply, readReply, refusalCause } from './reply.ts'

/** How long each kind of call may take from start to last byte. Nobody waits for a transfer's POST on a screen. */
export const TIMEOUTS = { readMs: 10_000, listMs: 20_000, writeMs: 15_000, sendMs: 30_000 } as const
export type Timeouts = { readonly [Name in keyof typeof TIMEOUTS]: number }

/** One named call: asks, tells the breaker and the log how it went, and answers what Paystack said. */
export type Api = (operation: string, request: ProviderRequest, extraBreaker?: Breaker) => Promise<Reply>

/** Builds the one path by which requests leave. The log gets the operation's name, never its path or body. */
export function createApi(parts: { client: Client; breaker: Breaker; log: Logger }): Api {
  async function ask(operation: string, request: ProviderRequest): Promise<Reply> {
    const startedMs = performance.now()
    const reply = readReply(await parts.client(request))
    const tookMs = Math.round(performance.now() - startedMs)
    const line = { provider: 'paystack', operation, tookMs }
    if (reply.kind === 'unanswered') parts.log.warn({ ...line, cause: reply.cause }, 'provider did not answer')
    else if (reply.kind === 'refused') parts.log.info({ ...line, cause: refusalCause(reply) }, 'provider refused')
    else parts.log.debug(line, 'provider answered')
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
  /** For calls a person waits for and nothing depends on: not asked at all while Paystack is known to be silent. */
  readonly isWorthAsking: () => boolean
}

export function unknown(cause: string): { readonly outcome: 'unknown'; readonly cause: string } {
  return { outcome: 'unknown', cause }
}

/** For calls without reasons of their own: a refusal's reason is Paystack's code. */
export function declinedOrUnknown(
  reply: Exclude<Reply, { kind: 'accepted' }>,
): Exclude<Answer<never>, { outcome: 'succeeded' }> {
  if (reply.kind === 'unanswered') return unknown(reply.cause)
  return { outcome: 'declined', reason: reply.code ?? 'refused', message: reply.message }
}

/** A path segment from outside, or null when it cannot be one (`..` would name another resource). */
export function pathSegment(text: string): string | null {
  return text === '' || /^\.+$/.test(text) ? null : encodeURIComponent(text)
}
