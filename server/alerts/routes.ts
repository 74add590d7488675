import { alertsAnswer, alertsQuery, alertsSeenBody } from '#contract/alerts.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { listAlerts, markSeen } from './list-alerts.ts'

export function alertRoutes(app: App, deps: Deps): void {
  app.get('/api/alerts', { schema: { querystring: alertsQuery, response: { 200: alertsAnswer } } }, async (request) => {
    const { userId } = await requireSession(deps, request)
    return await listAlerts(deps.database, userId, request.query)
  })

  app.post('/api/alerts/seen', { schema: { body: alertsSeenBody } }, async (request, reply) => {
    const { userId } = await requireSession(deps, request)
    await markSeen(deps.database, userId, request.body.id, deps.clock.now())
    deps.events.publish(userId, { topics: ['alerts'] })
    return await reply.status(204).send()
  })
}
