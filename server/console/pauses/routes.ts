import { pausesAnswer } from '#contract/console/pauses.ts'
import { requireOperator } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { lookAtPauses } from './look-at-pauses.ts'

/** Shows what is paused. */
export function pauseRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/pauses',
    { schema: { response: { 200: pausesAnswer } } },
    async (request) => await lookAtPauses(deps, await requireOperator(deps, request, 'look-at-pauses')),
  )
}
