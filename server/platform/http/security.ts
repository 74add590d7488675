import { createHash } from 'node:crypto'
import fastifyHelmet from '@fastify/helmet'
import fastifyRateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { isForApi } from './addresses.ts'
import type { App } from './app.ts'
import { hasOneHostHeader, ownOrigins } from './own-names.ts'
import { POLICY_REPORTS_PATH } from './policy-reports.ts'
import { WindowStore } from './window-store.ts'

/**
 * Most calls per minute and address that make a provider work: a bank's name enquiry, and a repeated check of an order.
 */
export const PROVIDER_CALLS_PER_MINUTE = {
  rateLimit: { max: 120, timeWindow: '1 minute' },
  asksProvider: true,
} as const

/** The share of an address's requests per minute that may be costly: a password, an account, terms. */
const COSTLY_SHARE = 0.1

/** The limit per address of routes that try a password or open an account. Phones of one network share addresses. */
export function passwordsPerMinute(config: Config) {
  return { rateLimit: { max: costlyPerMinute(config), timeWindow: '1 minute' } }
}

/**
 * The limit of quotes, which ask a provider: per session (by its token's hash), or per network without one. Nothing
 * else in a request counts: a client could choose another each time.
 */
export function quotesPerMinute(config: Config, tokenOf: (request: FastifyRequest) => string | null) {
  const keyGenerator = (request: FastifyRequest) => {
    const token = tokenOf(request)
    return token === null ? networkOf(request.ip) : createHash('sha256').update(token).digest('base64')
  }
  return { rateLimit: { max: costlyPerMinute(config), timeWindow: '1 minute', keyGenerator } }
}

function costlyPerMinute({ requestsPerMinute }: Config): number {
  return Math.ceil(requestsPerMinute * COSTLY_SHARE)
}

/**
 * The unit of address limits: an IPv4 address, or an IPv6 address's first 64 bits, because its owner chooses the rest
 * freely.
 */
export function networkOf(ip: string): string {
  const [, mapped] = ip.match(/^::ffff:([\d.]+)$/i) ?? []
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0')
  return `${[...groups, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}

/** The name of the report endpoint in the policy. */
const REPORTS = 'policy'

type ConstantHeaders = Readonly<Record<string, string>>

/** Cached by mode: building an app for its headers would slow each start, and tests have hundreds in one process. */
const headersOfMode = new Map<Config['mode'], Promise<ConstantHeaders>>()

/** The headers of every response: constant, so they are computed once. */
export function constantHeaders({ mode }: Pick<Config, 'mode'>): Promise<ConstantHeaders> {
  const headers = headersOfMode.get(mode) ?? workOutHeaders(mode === 'live')
  headersOfMode.set(mode, headers)
  return headers
}

async function workOutHeaders(live: boolean): Promise<ConstantHeaders> {
  const blank = Fastify()
  await blank.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The one script address made from a string: the service worker's, in web/src/pwa/service-worker.ts.
        trustedTypes: ['jara-service-worker'],
        reportUri: [POLICY_REPORTS_PATH],
        // Over plain http, a browser that supports these would send no reports, not even to the address above.
        ...(live ? { reportTo: [REPORTS], upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: live ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  let headers: Record<string, string> = {}
  blank.get('/', (_request, reply) => {
    headers = Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
    return ''
  })
  await blank.inject('/')
  await blank.close()
  return {
    ...headers,
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(live ? { 'reporting-endpoints': `${REPORTS}="${POLICY_REPORTS_PATH}"` } : {}),
  }
}

/** Adds constant headers to every response, an origin check to every unsafe method, and a request limit per address. */
export async function addSecurity(app: App, config: Config, headers: Readonly<Record<string, string>>): Promise<void> {
  const origins = ownOrigins(config)
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
  // A route's own limit adds to the overall one, because the caller may choose its key.
  await app.register(fastifyRateLimit, {
    store: WindowStore,
    global: false,
    max: config.requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  })
  const count = app.createRateLimit()
  app.addHook('onRequest', async (request, reply) => {
    if (!hasOneHostHeader(request)) throw new AppError('request.invalid')
    if (!isForApi(request)) return
    reply.header('cache-control', 'no-store')
    // Browsers send reports by themselves, from any origin, and a report changes nothing.
    const mayBeCrossSite = isSafe(request.method) || request.routeOptions.url === POLICY_REPORTS_PATH
    if (!mayBeCrossSite && isCrossSite(request.headers, origins)) throw new AppError('request.cross-site')
    const counted = await count(request)
    if (counted.isAllowed) return
    const { max, remaining, ttlInSeconds, isExceeded, ttl } = counted
    reply.headers({ 'x-ratelimit-limit': max, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': ttlInSeconds })
    if (isExceeded) throw tooMany(ttl)
  })
}

function tooMany(leftMs: number): AppError {
  return new AppError('request.too-many', { retryAfterS: Math.max(1, Math.ceil(leftMs / 1_000)) })
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/**
 * Browsers state a request's origin; programs do not, and they never carry somebody's cookie by accident. The origin is
 * compared with the installation's own origins, never with the Host header: a client that forges one can forge the
 * other. The session cookie is SameSite=Strict besides.
 */
export function isCrossSite(headers: FastifyRequest['headers'], origins: ReadonlySet<string>): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return origin !== undefined && !origins.has(origin)
}
