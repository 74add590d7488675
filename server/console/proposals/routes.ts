import { proposalsAnswer, proposalsQuery } from '#contract/console/proposals.ts'
import { requireOperator } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { listProposals } from './list-proposals.ts'

/** Requests that wait for a second operator. */
export function proposalRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/proposals',
    { schema: { querystring: proposalsQuery, response: { 200: proposalsAnswer } } },
    async (request) =>
      await listProposals(deps, await requireOperator(deps, request, 'look-at-proposals'), request.query),
  )
}
