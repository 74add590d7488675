import { pauseBody, pauseEndBody, pausesAnswer } from '#contract/console/pauses.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { routesOfProposal } from '#server/console/proposal-routes.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { lookAtPauses } from './look-at-pauses.ts'
import { PAUSE, PAUSE_END } from './propose-pauses.ts'

/** Takes requests to pause and resume a kind of order. Another operator confirms through /api/admin/requests/. */
export function pauseRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/pauses',
    { schema: { response: { 200: pausesAnswer } } },
    async (request) => await lookAtPauses(deps, await requireOperator(deps, request, 'look-at-pauses')),
  )

  routesOfProposal(app, deps, { path: '/api/admin/pauses', body: pauseBody, proposal: PAUSE })
  routesOfProposal(app, deps, { path: '/api/admin/pause-ends', body: pauseEndBody, proposal: PAUSE_END })
}
