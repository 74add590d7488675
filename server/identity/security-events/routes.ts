import { accountEventsAnswer, looksAnswer } from '#contract/account-events.ts'
import type { Deps } from '#server/deps.ts'
import { listLooks } from '#server/identity/operators/list-looks.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { listAccountEvents } from './list-events.ts'

export function accountEventRoutes(app: App, deps: Deps): void {
  app.get('/api/account-events', { schema: { response: { 200: accountEventsAnswer } } }, async (request) => {
    const { userId } = await requireSession(deps, request)
    return { events: await listAccountEvents(deps, userId) }
  })

  app.get('/api/looks', { schema: { response: { 200: looksAnswer } } }, async (request) => {
    const { userId } = await requireSession(deps, request)
    return { looks: await listLooks(deps, userId) }
  })
}
