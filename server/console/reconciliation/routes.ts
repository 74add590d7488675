import { z } from 'zod'
import { reconciliationAnswer, reconciliationQuery, runAnswer } from '#contract/console/reconciliation.ts'
import { requireOperator } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { lookAtReconciliation } from './look-at-reconciliation.ts'
import { lookAtRun } from './read-runs.ts'

/** Differences between our books and the providers'. Two operators close one through /api/admin/closings. */
export function reconciliationRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/reconciliation',
    { schema: { querystring: reconciliationQuery, response: { 200: reconciliationAnswer } } },
    async (request) =>
      await lookAtReconciliation(deps, await requireOperator(deps, request, 'look-at-reconciliation'), request.query),
  )

  app.get(
    '/api/admin/reconciliation/runs/:id',
    { schema: { params: z.strictObject({ id: z.string().max(60) }), response: { 200: runAnswer } } },
    async (request) =>
      await lookAtRun(deps, await requireOperator(deps, request, 'look-at-reconciliation'), request.params.id),
  )
}
