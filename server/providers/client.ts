import http from 'node:http'
import https from 'node:https'
import { TLSSocket } from 'node:tls'

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

/**
 * What one HTTP exchange came to. `answered` means an HTTP status with readable JSON, whatever it says.
 * Otherwise `sent` tells whether the request can have reached the provider: `no` only when no connection was made.
 */
export type Exchange =
  | {
      readonly answered: true
      readonly status: number
      readonly body: unknown
      /** What time it was for the provider, by its `Date` header, in whole seconds; null when it did not say. */
      readonly saidAt: Date | null
    }
  | { readonly answered: false; readonly sent: 'no' | 'maybe'; readonly cause: string }

export type Client = (request: ProviderRequest) => Promise<Exchange>
/** Makes the client of one provider. */
export type MakeClient = (options: ClientOptions) => Client

export type ClientOptions = {
  readonly baseUrl: string
  /** The headers that carry a provider's keys; some want other keys for other methods. */
  readonly keyHeaders: (method: ProviderRequest['method']) => Readonly<Record<string, string>>
  readonly bodyMaxBytes?: number
}

/**
 * A JSON client for one provider. It never throws, never follows a redirect and never repeats a POST.
 *
 * It is built on node:http because `fetch` sends a request again by itself when it is answered 421.
 * A POST gets a connection of its own, so that a kept connection which the other side has just closed
 * cannot make a request that never left look as if it might have. A GET that meets such a connection is repeated once.
 */
export function createClient(options: ClientOptions): Client {
  const base = new URL(options.baseUrl)
  const transport = base.protocol === 'https:' ? https : http
  const kept = new transport.Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX, maxFreeSockets: 8 })

  function once(request: ProviderRequest): Promise<Exchange & { stale?: boolean }> {
    return new Promise((resolve) => {
      let sent: 'no' | 'maybe' = 'no'
      let isSettled = false
      let outgoing: http.ClientRequest | undefined
      const timer = setTimeout(() => end(`no answer within ${request.timeoutMs} ms`), request.timeoutMs)
      function finish(exchange: Exchange & { stale?: boolean }): void {
        isSettled = true
        clearTimeout(timer)
        resolve(exchange)
      }
      function end(cause: string, stale = false): void {
        if (isSettled) return
        finish({ answered: false, sent, cause, stale })
        outgoing?.destroy()
      }
      try {
        outgoing = transport.request(requestOptions(base, options.keyHeaders(request.method), request, kept))
        outgoing.on('socket', (socket) => {
          const isReady = !socket.connecting
          if (isReady) sent = 'maybe'
          else
            socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => {
              sent = 'maybe'
            })
        })
        outgoing.on('error', (error) => end(errorCause(error), outgoing?.reusedSocket === true))
        outgoing.on('close', () => end('the connection closed without an answer'))
        outgoing.on('response', (incoming) =>
          readBody(incoming, options.bodyMaxBytes ?? BODY_MAX_BYTES, (text, problem) => {
            if (text === null) end(problem)
            else finish(readAnswer(incoming.statusCode ?? 0, text, dateOf(incoming.headers)))
          }),
        )
        outgoing.end(request.body === undefined ? undefined : JSON.stringify(request.body))
      } catch (error) {
        end(errorCause(error))
      }
    })
  }

  return async (request) => {
    const first = await once(request)
    const { stale, ...exchange } = first.stale === true && request.method === 'GET' ? await once(request) : first
    return exchange
  }
}

function requestOptions(
  base: URL,
  keyHeaders: Readonly<Record<string, string>>,
  request: ProviderRequest,
  kept: http.Agent,
): https.RequestOptions {
  const query = new URLSearchParams(request.query).toString()
  return {
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: base.port,
    method: request.method,
    path: `${base.pathname.replace(/\/+$/, '')}${request.path}${query === '' ? '' : `?${query}`}`,
    agent: request.method === 'GET' ? kept : false,
    headers: {
      ...keyHeaders,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'jara',
      ...(request.body === undefined
        ? {}
        : {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(JSON.stringify(request.body))),
          }),
    },
  }
}

function readBody(
  incoming: http.IncomingMessage,
  maxBytes: number,
  done: (text: string | null, problem: string) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) done(null, `http ${incoming.statusCode} with more than ${maxBytes} bytes`)
    else chunks.push(chunk)
  })
  incoming.on('error', () => done(null, `http ${incoming.statusCode}, then the connection broke`))
  incoming.on('end', () => done(Buffer.concat(chunks).toString('utf8'), ''))
}

/** Undefined where somebody on the way had kept the answer: its date is of then. */
function dateOf({ date, age }: http.IncomingHttpHeaders): string | undefined {
  return age === undefined ? date : undefined
}

/** What an HTTP answer that has arrived whole comes to. `uncheckedDate` is its `Date` header. */
export function readAnswer(status: number, text: string, uncheckedDate?: string): Exchange {
  if (status >= 300 && status < 400) return unreadable(`http ${status}: redirects are refused`)
  if (text.trim() === '') return unreadable(`http ${status} with an empty body`)
  try {
    return { answered: true, status, body: JSON.parse(text), saidAt: dateIn(uncheckedDate) }
  } catch {
    return unreadable(`http ${status} with a body that is not JSON`)
  }
}

/** A date as HTTP writes it: `Sat, 21 Nov 2026 11:00:00 GMT`. Any other text says nothing. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

function dateIn(uncheckedDate: string | undefined): Date | null {
  if (uncheckedDate === undefined || !HTTP_DATE.test(uncheckedDate)) return null
  const at = new Date(uncheckedDate)
  return Number.isNaN(at.getTime()) ? null : at
}

function unreadable(cause: string): Exchange {
  return { answered: false, sent: 'maybe', cause }
}

/** Only the error's code: messages of the network library name hosts, paths and sometimes content. */
function errorCause(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code) ? code : 'the request failed'
}
