import fastifyHelmet from '@fastify/helmet'
import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'

/**
 * Calls that make the provider work may be repeated this often per minute and address: asking a bank for a name, and
 * asking again for proof of an order.
 */
export const PROVIDER_CALLS_PER_MINUTE = { rateLimit: { max: 120, timeWindow: '1 minute' } } as const

/** Headers on every answer, origin check on every unsafe method, a bound on requests per address. */
export async function addSecurity(app: App, config: Config): Promise<void> {
  const live = config.mode === 'live'
  await app.register(fastifyHelmet, {
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
        ...(live ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: live ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  await app.register(fastifyRateLimit, {
    max: config.requestsPerMinute,
    timeWindow: '1 minute',
    allowList: (request) => !request.url.startsWith('/api/'),
    errorResponseBuilder: (_request, context) =>
      new AppError('request.too-many', { retryAfterS: Math.max(1, Math.ceil(context.ttl / 1_000)) }),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    if (!request.url.startsWith('/api/')) return
    reply.header('cache-control', 'no-store')
    if (!isSafe(request.method) && isCrossSite(request, config.publicUrl)) throw new AppError('request.cross-site')
  })
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/**
 * A browser says where a request comes from; programs say nothing, and carry no cookie of anybody's by accident.
 * The session cookie is SameSite=Strict besides.
 */
function isCrossSite(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = request.headers
  if (origin === undefined || origin === publicUrl) return false
  return !URL.canParse(origin) || new URL(origin).host !== request.headers.host
}
