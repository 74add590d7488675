import type { Tls } from '#server/platform/config/tls.ts'

/** How long a request may take to arrive. A slower request is answered 408 and the connection is closed. */
export type RequestTimeouts = {
  /** The TLS handshake, ms. A slower one gets no answer. */
  readonly handshakeMs: number
  /** The request's head, from the connection or the end of the previous response, ms. */
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
 * The limits as settings of node:http, node:https and Fastify, which sets the whole request's limit itself. With `tls`,
 * only HTTP/1.1 over TLS 1.2 or newer is spoken, whatever Node's options.
 */
export function timeoutSettings({ handshakeMs, headMs, wholeMs, lookEveryMs }: RequestTimeouts, tls: Tls | null) {
  const http = {
    requestTimeout: wholeMs,
    headersTimeout: headMs,
    connectionsCheckingInterval: lookEveryMs,
    // Node would refuse a missing Host without our headers; addSecurity refuses it.
    requireHostHeader: false,
  }
  if (tls === null) return { requestTimeout: wholeMs, http, https: null }
  const own = { cert: tls.certificates, key: tls.key, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] } as const
  return { requestTimeout: wholeMs, http, https: { ...http, ...own, handshakeTimeout: handshakeMs } }
}
