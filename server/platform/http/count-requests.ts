import { type Metrics, NO_METRICS } from '#server/platform/metrics/metrics.ts'
import type { App } from './app.ts'

/** Counts every response, whichever part of the app sent it. A connection that breaks first gets none. */
export function countRequests(app: App, metrics: Metrics): void {
  if (metrics === NO_METRICS) return
  app.addHook('onResponse', (request, reply, next) => {
    metrics.countRequest({
      method: request.method,
      route: request.routeOptions.url,
      // As sent: an early refusal writes past the reply.
      status: reply.raw.statusCode,
      tookMs: reply.elapsedTime,
    })
    next()
  })
}
