import type { Logger } from '#server/platform/log.ts'
import type { Breaker } from './breaker.ts'
import type { Client, Exchange, ProviderRequest } from './client.ts'

/** One named call: asks, tells the breaker and the log how it went, and returns what the provider said. */
export type Ask<Reply> = (operation: string, request: ProviderRequest, extraBreaker?: Breaker) => Promise<Reply>

type Answered = { readonly kind: string }
type Unanswered = { readonly kind: 'unanswered'; readonly cause: string }

/**
 * Builds the one path by which requests leave an adapter. No answer counts against the breakers; a refusal is an answer.
 * The log gets the operation's name and what `describe` says, never its path or body.
 */
export function createAsk<Reply extends Answered>(parts: {
  provider: string
  client: Client
  breaker: Breaker
  log: Logger
  read: (exchange: Exchange) => Reply | Unanswered
  describe: (reply: Reply) => { level: 'debug' | 'info'; message: string; facts: Readonly<Record<string, unknown>> }
}): Ask<Reply | Unanswered> {
  async function ask(operation: string, request: ProviderRequest): Promise<Reply | Unanswered> {
    const startedMs = performance.now()
    const reply = parts.read(await parts.client(request))
    const line = { provider: parts.provider, operation, tookMs: Math.round(performance.now() - startedMs) }
    if (isUnanswered(reply)) {
      parts.log.warn({ ...line, cause: reply.cause }, 'provider did not answer')
    } else {
      const { level, message, facts } = parts.describe(reply)
      parts.log[level]({ ...line, ...facts }, message)
    }
    return reply
  }
  return (operation, request, extraBreaker) => {
    const work = () => parts.breaker.run(() => ask(operation, request), isUnanswered)
    return extraBreaker === undefined ? work() : extraBreaker.run(work, isUnanswered)
  }
}

function isUnanswered(reply: Answered): reply is Unanswered {
  return reply.kind === 'unanswered'
}
