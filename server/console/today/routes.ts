import { healthAnswer } from '#contract/console/health.ts'
import { todayAnswer } from '#contract/console/today.ts'
import { requireOperator } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { listToday } from './list-today.ts'
import { readHealth } from './read-health.ts'

/** The first screen after a sign-in: tasks for people, and the health of the installation. */
export function todayRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/today',
    { schema: { response: { 200: todayAnswer } } },
    async (request) => await listToday(deps, await requireOperator(deps, request, 'look-at-today')),
  )

  app.get(
    '/api/admin/today/health',
    { schema: { response: { 200: healthAnswer } } },
    async (request) => await readHealth(deps, await requireOperator(deps, request, 'look-at-health')),
  )
}
