import type { Clock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/log.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import { type Client, type ClientOptions, createClient, type MakeClient } from './client.ts'

/** The time a provider gave with an answer: `dateMs` since 1970, at some moment of the `tookMs` before now. */
export type HeardTime = { readonly dateMs: number; readonly tookMs: number }

/** What the parts of an adapter share. */
export type Context<Api, Timeouts> = {
  readonly api: Api
  readonly timeouts: Timeouts
  readonly log: Logger
  /** For calls a person waits for and nothing depends on: not asked at all while the provider is known to be silent. */
  readonly isWorthAsking: () => boolean
}

/**
 * What every adapter stands on: one client, and two breakers. One hears every call, the other (`sending`) only the POST
 * by which money leaves, so that money out which goes unanswered while everything else works still stops new money out.
 */
export function connect<Api, Timeouts extends object>(parts: {
  options: {
    baseUrl: string
    clock: Clock
    log: Logger
    timeouts?: Partial<Timeouts>
    makeClient?: MakeClient
    hearTime?: (heard: HeardTime) => void
  }
  keyHeaders: ClientOptions['keyHeaders']
  timeouts: Timeouts
  createApi: (parts: { client: Client; breaker: Breaker; log: Logger }) => Api
}): { context: Context<Api, Timeouts>; sending: Breaker; available: () => boolean } {
  const { baseUrl, clock, log } = parts.options
  const anyCall = createBreaker({ clock })
  const sending = createBreaker({ clock })
  const silent = (parts.options.makeClient ?? createClient)({ baseUrl, keyHeaders: parts.keyHeaders })
  const { hearTime } = parts.options
  const client = hearTime === undefined ? silent : telling(silent, hearTime)
  return {
    context: {
      api: parts.createApi({ client, breaker: anyCall, log }),
      timeouts: { ...parts.timeouts, ...parts.options.timeouts },
      log,
      isWorthAsking: anyCall.allows,
    },
    sending,
    available: () => anyCall.allows() && sending.allows(),
  }
}

/** As `client`, and tells which time the provider gives. */
function telling(client: Client, hearTime: (heard: HeardTime) => void): Client {
  return async (request) => {
    const startedMs = performance.now()
    const exchange = await client(request)
    if (exchange.answered && exchange.saidAt !== null) {
      hearTime({ dateMs: exchange.saidAt.getTime(), tookMs: performance.now() - startedMs })
    }
    return exchange
  }
}
