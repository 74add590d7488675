import { reconciliationAnswer } from '#contract/console/reconciliation.ts'
import { requireOperator } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { lookAtReconciliation } from './look-at-reconciliation.ts'

/** Where our books and the providers' differ. A difference ends by a request to close it, /api/admin/closings. */
export function reconciliationRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/reconciliation',
    { schema: { response: { 200: reconciliationAnswer } } },
    async (request) => await lookAtReconciliation(deps, await requireOperator(deps, request, 'look-at-reconciliation')),
  )
}
