import { alertPreferences, alertSettingsAnswer, alertSwitchBody, testAlertBody } from '#contract/alert-settings.ts'
import { alertsAnswer, alertsQuery, alertsSeenBody } from '#contract/alerts.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { changePreferences, changeSwitch } from './change-settings.ts'
import { listAlerts, markSeen } from './list-alerts.ts'
import { readSettings } from './read-settings.ts'
import { sendTestAlert } from './test-alert.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

export function alertRoutes(app: App, deps: Deps): void {
  const response = { 200: alertSettingsAnswer }

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

  app.get('/api/alerts/settings', { schema: { response } }, async (request) => {
    const { userId } = await requireSession(deps, request)
    return await readSettings(deps.database, userId)
  })

  app.put('/api/alerts/settings', { schema: { body: alertSwitchBody, response } }, async (request) => {
    const { userId } = await requireSession(deps, request)
    await changeSwitch(deps, userId, request.body)
    return await readSettings(deps.database, userId)
  })

  app.put('/api/alerts/preferences', { schema: { body: alertPreferences, response } }, async (request) => {
    const { userId } = await requireSession(deps, request)
    await changePreferences(deps, userId, request.body)
    return await readSettings(deps.database, userId)
  })

  app.post('/api/alerts/test', { schema: { body: testAlertBody } }, async (request, reply) => {
    const { userId } = await requireSession(deps, request)
    await sendTestAlert(deps, userId, request.body.channel)
    return await reply.status(202).send({})
  })

  unsubscribeRoutes(app, deps)
}
