import type { FastifyRequest } from 'fastify'
import type { App } from '#server/platform/http/app.ts'
import type { FollowedRequest, SpanFacts } from './tracing.ts'

/** The event stream of an open page, which is not about one order. */
const EVENT_STREAM = '/api/events'

/** Traces requests of people and providers; not pages and pictures, not health checks. */
export function watchRequests(app: App, followRequest: (facts: SpanFacts) => FollowedRequest): void {
  const followed = new WeakMap<FastifyRequest, FollowedRequest>()
  app.addHook('onRequest', (request, { raw }, next) => {
    const { method, id: requestId } = request
    const route = request.routeOptions.url
    if (route === undefined || route === EVENT_STREAM || !/^\/(?:api|webhooks)\//.test(route)) return next()
    const one = followRequest({ method, route, requestId })
    followed.set(request, one)
    // Once the response is sent, and also if the connection breaks before that.
    raw.once('close', () => {
      const isSent = raw.writableFinished
      const failure = isSent ? {} : { failure: 'aborted' }
      const status = raw.statusCode
      const hasFailed = !isSent || status >= 500
      one.end({ name: `${method} ${route}`, hasFailed, isFault: status === 500, facts: { status, ...failure } })
    })
    one.serve(next)
  })
  // Reading a body loses the request's async context.
  app.addHook('preValidation', (request, _reply, next) => {
    const one = followed.get(request)
    if (one === undefined) next()
    else one.serve(next)
  })
}
