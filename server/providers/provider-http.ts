import http from 'node:http'
import https from 'node:https'
import type { Clock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/log.ts'
import { parseExactJson } from '#server/platform/text/exact-json.ts'
import { NO_TRACING, type Span, type Tracing } from '#server/platform/tracing/tracing.ts'
import { type Breaker, createBreaker } from './breaker.ts'

/*
 * The one way a request leaves for a provider: an adapter's method calls `api`, and `api` makes one HTTP exchange.
 * Nothing here throws for what a provider does, follows a redirect, or sends a POST a second time.
 */

/** The largest answer read: a page of 100 transactions stays far below. */
const BODY_MAX_BYTES = 4 * 1024 * 1024
const CONNECTIONS_MAX = 64

export type ProviderRequest = {
  readonly method: 'GET' | 'POST'
  /** Below the base URL, segments already encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** From the call to the last byte of the answer. */
  readonly timeoutMs: number
}

/** An HTTP status with readable JSON. */
export type HttpAnswer = {
  readonly kind: 'answered'
  readonly status: number
  readonly body: unknown
  /** The provider's time, from its `Date` header, in whole seconds; null when it did not say. */
  readonly saidAt: Date | null
}

/** Nothing readable came back. `cause` is in our own words: never a host, a path or a content. */
export type Unanswered = { readonly kind: 'unanswered'; readonly cause: string }

/** The result of one HTTP exchange. `isStale`: it used a kept connection that the other side had just closed. */
export type Exchange = HttpAnswer | (Unanswered & { readonly isStale?: boolean })

type Headers = Readonly<Record<string, string>>
/** Makes one exchange with the provider at `base`. */
export type MakeExchange = (request: ProviderRequest, to: { base: URL; headers: Headers }) => Promise<Exchange>

/** A provider's time, sent with an answer: `dateMs` since 1970, at some moment in the last `tookMs`. */
export type HeardTime = { readonly dateMs: number; readonly tookMs: number }

/** An installation's options for any provider. */
export type ConnectionOptions<Timeouts> = {
  /** Without a trailing slash; in sandbox mode the sandbox world's address. */
  readonly baseUrl: string
  readonly clock: Clock
  readonly log: Logger
  readonly timeouts?: Partial<Timeouts>
  /** Replaces HTTP, for worlds whose network and time are simulated. */
  readonly makeExchange?: MakeExchange
  /** Called with the provider's time from each answer. */
  readonly hearTime?: (heard: HeardTime) => void
  /** Traces each request as part of its caller's trace. */
  readonly tracing?: Pick<Tracing, 'step'>
}

/** What a provider's `api.ts` defines. */
export type Contract<Reply, Timeouts> = {
  readonly provider: string
  /** The headers with its keys; some providers need different keys per method. */
  readonly keyHeaders: (method: ProviderRequest['method']) => Headers
  readonly timeouts: Timeouts
  /** Reads its envelope. */
  readonly read: (answer: HttpAnswer, operation: string) => Reply | Unanswered
  /** The log line for a reply, without secrets or personal data. */
  readonly describe: (reply: Reply) => {
    readonly level: 'debug' | 'info'
    readonly message: string
    readonly facts: Readonly<Record<string, unknown>>
  }
}

/** Makes one named request, reports its outcome to the breakers and the log, and returns the reply. */
export type Api<Reply> = (
  operation: string,
  request: ProviderRequest,
  extraBreaker?: Breaker,
) => Promise<Reply | Unanswered>

/** What the calls of an adapter share. */
export type ProviderContext<Reply, Timeouts> = {
  readonly api: Api<Reply>
  readonly timeouts: Timeouts
  readonly log: Logger
  /** For optional calls that a person waits for: skipped while the provider is known to be silent. */
  readonly isWorthAsking: () => boolean
}

/**
 * Connects an adapter to its provider, with two breakers. One counts every call, the other (`sending`) only the POST
 * that sends money. So if only that POST goes unanswered, new money out still stops.
 */
export function connectProvider<Reply extends { readonly kind: string }, Timeouts extends object>(
  options: ConnectionOptions<Timeouts>,
  contract: Contract<Reply, Timeouts>,
): {
  readonly context: ProviderContext<Reply, Timeouts>
  readonly sending: Breaker
  readonly available: () => boolean
} {
  const { clock, log, hearTime, tracing = NO_TRACING } = options
  const base = new URL(options.baseUrl)
  const exchange = options.makeExchange ?? exchangeOverHttp(base.protocol)
  const anyCall = createBreaker({ clock })
  const sending = createBreaker({ clock })

  /**
   * The span contains the same facts as the log line, never a path or a body. Nothing of the trace is sent to the
   * provider.
   */
  function api(operation: string, request: ProviderRequest, extraBreaker?: Breaker): Promise<Reply | Unanswered> {
    const { provider } = contract
    const { method } = request
    return tracing.step({ name: `${provider} ${operation}`, kind: 'client', provider, operation, method }, (span) =>
      ask(operation, request, { extraBreaker, span }),
    )
  }

  /** A missing answer counts against the breakers; a refusal is an answer. */
  async function ask(
    operation: string,
    request: ProviderRequest,
    { extraBreaker, span }: { extraBreaker: Breaker | undefined; span: Span },
  ): Promise<Reply | Unanswered> {
    const ends = (extraBreaker === undefined ? [anyCall] : [anyCall, extraBreaker]).map((breaker) => breaker.begin())
    let isUnanswered = true
    try {
      const startedMs = performance.now()
      const to = { base, headers: contract.keyHeaders(request.method) }
      const first = await exchange(request, to)
      const isRepeated = first.kind === 'unanswered' && first.isStale === true && request.method === 'GET'
      const last = isRepeated ? await exchange(request, to) : first
      const tookMs = performance.now() - startedMs
      if (last.kind === 'answered' && last.saidAt !== null) hearTime?.({ dateMs: last.saidAt.getTime(), tookMs })
      const reply = last.kind === 'answered' ? contract.read(last, operation) : { kind: last.kind, cause: last.cause }
      note({ provider: contract.provider, operation, tookMs: Math.round(tookMs) }, reply)
      isUnanswered = isNoAnswer(reply)
      if (last.kind === 'answered') span.note({ status: last.status })
      if (isUnanswered) span.note({ failure: 'unanswered' })
      return reply
    } finally {
      for (const end of ends) end(isUnanswered)
    }
  }

  /** Logs the operation's name and what `describe` returns, never a path or a body. */
  function note(line: object, reply: Reply | Unanswered): void {
    if (isNoAnswer(reply)) log.warn({ ...line, cause: reply.cause }, 'provider did not answer')
    else {
      const { level, message, facts } = contract.describe(reply)
      log[level]({ ...line, ...facts }, message)
    }
  }

  return {
    context: { api, timeouts: { ...contract.timeouts, ...options.timeouts }, log, isWorthAsking: anyCall.allows },
    sending,
    available: () => anyCall.allows() && sending.allows(),
  }
}

function isNoAnswer(reply: { readonly kind: string }): reply is Unanswered {
  return reply.kind === 'unanswered'
}

export function unanswered(cause: string): Unanswered {
  return { kind: 'unanswered', cause }
}

/**
 * Uses node:http, because `fetch` resends a request by itself when answered 421. A POST gets its own connection: if it
 * reused one that the other side has just closed, an unsent request could look as if it had been sent.
 */
export function exchangeOverHttp(protocol: string): MakeExchange {
  const transport = protocol === 'https:' ? https : http
  const kept = new transport.Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX, maxFreeSockets: 8 })
  return (request, to) =>
    new Promise((resolve) => {
      let isSettled = false
      let outgoing: http.ClientRequest | undefined
      const timer = setTimeout(() => fail(`no answer within ${request.timeoutMs} ms`), request.timeoutMs)
      function settle(exchange: Exchange): void {
        isSettled = true
        clearTimeout(timer)
        resolve(exchange)
      }
      function fail(cause: string, isStale = false): void {
        if (isSettled) return
        settle({ ...unanswered(cause), isStale })
        outgoing?.destroy()
      }
      try {
        const body = request.body === undefined ? undefined : JSON.stringify(request.body)
        outgoing = transport.request(requestOptions(request, to, body, request.method === 'GET' ? kept : false))
        outgoing.on('error', (error) => fail(errorCause(error), outgoing?.reusedSocket === true))
        outgoing.on('close', () => fail('the connection closed without an answer'))
        outgoing.on('response', (incoming) => readBody(incoming, settle, fail))
        outgoing.end(body)
      } catch (error) {
        fail(errorCause(error))
      }
    })
}

function requestOptions(
  { method, path, query }: ProviderRequest,
  { base, headers }: { base: URL; headers: Headers },
  body: string | undefined,
  agent: http.Agent | false,
): https.RequestOptions {
  const search = new URLSearchParams(query).toString()
  return {
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: base.port,
    method,
    path: `${base.pathname.replace(/\/+$/, '')}${path}${search === '' ? '' : `?${search}`}`,
    agent,
    headers: {
      ...headers,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'jara',
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    },
  }
}

function readBody(
  incoming: http.IncomingMessage,
  settle: (exchange: Exchange) => void,
  fail: (cause: string) => void,
): void {
  const status = incoming.statusCode ?? 0
  const chunks: Buffer[] = []
  let size = 0
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > BODY_MAX_BYTES) fail(`http ${status} with more than ${BODY_MAX_BYTES} bytes`)
    else chunks.push(chunk)
  })
  incoming.on('error', () => fail(`http ${status}, then the connection broke`))
  incoming.on('end', () => settle(readAnswer(status, Buffer.concat(chunks).toString('utf8'), dateOf(incoming.headers))))
}

/** Undefined for a cached response: its date is old. */
function dateOf({ date, age }: http.IncomingHttpHeaders): string | undefined {
  return age === undefined ? date : undefined
}

/** Parses a complete HTTP response. `uncheckedDate` is its `Date` header. */
export function readAnswer(status: number, text: string, uncheckedDate?: string): HttpAnswer | Unanswered {
  if (status >= 300 && status < 400) return unanswered(`http ${status}: redirects are refused`)
  if (text.trim() === '') return unanswered(`http ${status} with an empty body`)
  try {
    return { kind: 'answered', status, body: parseExactJson(text), saidAt: dateIn(uncheckedDate) }
  } catch {
    return unanswered(`http ${status} with a body that is not JSON`)
  }
}

/** An HTTP date: `Sat, 21 Nov 2026 11:00:00 GMT`. Any other text is ignored. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

function dateIn(uncheckedDate: string | undefined): Date | null {
  if (uncheckedDate === undefined || !HTTP_DATE.test(uncheckedDate)) return null
  const at = new Date(uncheckedDate)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Only the error's code: messages of the network library name hosts, paths and sometimes content. */
function errorCause(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code) ? code : 'the request failed'
}
