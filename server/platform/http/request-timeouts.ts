import type { Tls } from '#server/platform/config/tls.ts'

/** How long a request may take to arrive. A slower request is answered 408 and the connection is closed. */
export type RequestTimeouts = {
  /** With TLS, before anything of a request: its handshake, ms. A slower one gets no answer. */
  readonly handshakeMs: number
  /** The head, from the connection or the end of the answer before on, ms. */
  readonly headMs: number
  /** The whole request with its body, ms. */
  readonly wholeMs: number
  /** How often connections are checked, ms: a timeout is enforced at most this late. */
  readonly lookEveryMs: number
}

/** A request: at most 20 s in total. By default Node checks every 30 s, and waits 120 s for a handshake. */
export const REQUEST_TIMEOUTS: RequestTimeouts = {
  handshakeMs: 5_000,
  headMs: 10_000,
  wholeMs: 15_000,
  lookEveryMs: 5_000,
}

/**
 * The limits as the settings of node:http, node:https and Fastify, which sets the whole request's itself. With `tls` there is
 * nothing but TLS 1.2 or newer, whatever Node's options, and HTTP/1.1 in it.
 */
export function timeoutSettings({ handshakeMs, headMs, wholeMs, lookEveryMs }: RequestTimeouts, tls: Tls | null) {
  const http = {
    requestTimeout: wholeMs,
    headersTimeout: headMs,
    connectionsCheckingInterval: lookEveryMs,
    // Node would refuse a missing host with none of our headers; addSecurity refuses it.
    requireHostHeader: false,
  }
  if (tls === null) return { requestTimeout: wholeMs, http, https: null }
  const own = { cert: tls.certificates, key: tls.key, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] } as const
  return { requestTimeout: wholeMs, http, https: { ...http, ...own, handshakeTimeout: handshakeMs } }
}
