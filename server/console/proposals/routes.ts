import {
  closingBody,
  jointClosingBody,
  proposalsAnswer,
  proposalsQuery,
  resumptionBody,
} from '#contract/console/proposals.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { routesOfProposal } from '#server/console/proposal-routes.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { listProposals } from './list-proposals.ts'
import { CLOSING, JOINT_CLOSING, RESUMPTION } from './propose.ts'

/** What waits for a second operator, and what one operator asks for. The second one confirms by /api/admin/requests/. */
export function proposalRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/proposals',
    { schema: { querystring: proposalsQuery, response: { 200: proposalsAnswer } } },
    async (request) =>
      await listProposals(deps, await requireOperator(deps, request, 'look-at-proposals'), request.query),
  )

  routesOfProposal(app, deps, { path: '/api/admin/resumptions', body: resumptionBody, proposal: RESUMPTION })
  routesOfProposal(app, deps, { path: '/api/admin/closings', body: closingBody, proposal: CLOSING })
  routesOfProposal(app, deps, { path: '/api/admin/joint-closings', body: jointClosingBody, proposal: JOINT_CLOSING })
}
