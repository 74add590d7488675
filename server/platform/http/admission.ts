import type { RouteOptions } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { isWithin } from '#server/platform/clock.ts'
import { isForApi, isOfApi } from './addresses.ts'
import type { App } from './app.ts'
import { createConcurrencyLimiter, type Place, type Refusal } from './concurrency-limiter.ts'
import { identifyCaller } from './identify-caller.ts'
import { refuseEarly } from './refuse-early.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This route may call a provider: its requests have a separate limit among all those in progress. */
    asksProvider?: true
  }
  interface FastifyRequest {
    /** Its place among the requests in work; null where there is no limit. */
    place: Place | null
  }
}

/** For the config of a route that may call a provider before it responds. */
export const ASKS_PROVIDER = { asksProvider: true } as const

/** How long a request beyond the caller's share waits for a place, ms. */
const WAIT_MS = 2_000
/** Overload refusals are counted and logged in one line this often, ms: a line each would cost more than refusing. */
const LINE_EVERY_MS = 1_000

/**
 * Bounds how many API requests are in work at once. A request beyond the limit is refused as soon as its head arrives,
 * before anything else is read, at minimal cost. Health checks and web files are always answered; webhooks have their
 * own limit. A body still arriving takes no place, nor does a response being read.
 */
export function addAdmission(
  app: App,
  { config, clock, log }: Pick<Deps, 'config' | 'clock' | 'log'>,
  headers: Readonly<Record<string, string>>,
): void {
  const places = createConcurrencyLimiter({ maxConcurrent: config.requestsAtOnce, waitMs: WAIT_MS })
  const answer = refuseEarly(headers)
  const note = noteRefusals({ clock, log })

  app.decorateRequest('place', null)
  app.addHook('onRequest', (request, reply, next) => {
    const refusal = isForApi(request) ? places.refusalOf(identifyCaller(request).who) : null
    if (refusal === null) return next()
    note(refusal)
    answer(refusal, request, reply)
  })
  app.addHook('onRoute', (route: RouteOptions) => {
    if (!isOfApi(route.url)) return
    const { handler } = route
    const asksProvider = route.config?.asksProvider === true
    route.handler = function inItsPlace(request, reply) {
      return places.run({ ...identifyCaller(request), asksProvider }, (place) => {
        request.place = place
        return handler.call(this, request, reply)
      })
    }
  })
  // A handler that awaits its reply ends only when the reader has taken all of it; the place is freed before.
  app.addHook('onSend', ({ place }, _reply, payload, next) => {
    place?.leave()
    next(null, payload)
  })
}

/** Counts refusals and logs their number, at most once a second. */
function noteRefusals({ clock, log }: Pick<Deps, 'clock' | 'log'>): (refusal: Refusal) => void {
  let [busy, tooMany] = [0, 0]
  let toldMs = Number.NEGATIVE_INFINITY
  return ({ code }) => {
    if (code === 'server.busy') busy++
    else tooMany++
    const nowMs = clock.now().getTime()
    if (isWithin(toldMs, LINE_EVERY_MS, nowMs)) return
    log.warn({ busy, tooMany }, 'requests were refused: too much at once')
    toldMs = nowMs
    busy = 0
    tooMany = 0
  }
}
