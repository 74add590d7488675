import { z } from 'zod'
import { auditAnswer, auditExportBody, auditQuery } from '#contract/console/audit.ts'
import { operatorsAnswer } from '#contract/console/operators.ts'
import { confirmBody, confirmOptions } from '#contract/console/proposals.ts'
import { customerRoutes } from '#server/console/customers/routes.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/app.ts'
import { fileName } from '#server/platform/http/file-name.ts'
import { ownOrigins } from '#server/platform/http/own-names.ts'
import { isCrossSite } from '#server/platform/http/security.ts'
import { accessRoutes } from './access/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { actRoutes } from './act-routes.ts'
import { caseRoutes } from './cases/routes.ts'
import { requireOperator } from './console-session.ts'
import { confirm, offerConfirmation } from './decide.ts'
import { toAppError } from './enrol-passkey.ts'
import { filterRoutes } from './filters/routes.ts'
import { listForConsole } from './list-operators.ts'
import { orderRoutes } from './orders/routes.ts'
import { pauseRoutes } from './pauses/routes.ts'
import { proposalRoutes } from './proposals/routes.ts'
import { exportAudit, readAudit } from './read-audit.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { consoleSessionRoutes } from './session-routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { todayRoutes } from './today/routes.ts'

const params = z.strictObject({ id: z.string().max(60) })

/** Operators' routes: everything below /api/admin/, with sessions of their own. */
export function consoleRoutes(app: App, deps: Deps): void {
  const origins = ownOrigins(deps.config)
  app.addHook('onRequest', async ({ routeOptions: { url }, headers }) => {
    // Here even reading leaves a line, so no other site may trigger it. Elsewhere this applies only to changes.
    if (url?.startsWith('/api/admin/') === true && isCrossSite(headers, origins))
      throw new AppError('request.cross-site')
  })
  consoleSessionRoutes(app, deps)
  customerRoutes(app, deps)
  orderRoutes(app, deps)
  proposalRoutes(app, deps)
  reconciliationRoutes(app, deps)
  caseRoutes(app, deps)
  accountRoutes(app, deps)
  accessRoutes(app, deps)
  actRoutes(app, deps)
  todayRoutes(app, deps)
  settingsRoutes(app, deps)
  reportRoutes(app, deps)
  pauseRoutes(app, deps)
  filterRoutes(app, deps)

  app.get(
    '/api/admin/audit',
    { schema: { querystring: auditQuery, response: { 200: auditAnswer } } },
    async (request) => await readAudit(deps, await requireOperator(deps, request, 'look-at-audit'), request.query),
  )

  app.post('/api/admin/audit/export', { schema: { body: auditExportBody } }, async (request, reply) => {
    const session = await requireOperator(deps, request, 'export-audit')
    const csv = await exportAudit(deps, session, request.body)
    return await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName(deps.config, 'operator-audit', 'csv')}"`)
      .send(csv)
  })

  app.get(
    '/api/admin/operators',
    { schema: { response: { 200: operatorsAnswer } } },
    async (request) => await listForConsole(deps, await requireOperator(deps, request, 'look-at-operators')),
  )

  app.post(
    '/api/admin/requests/:id/confirm/options',
    { schema: { params, response: { 200: confirmOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, null)
      return await offerConfirmation(deps, session, request.params.id).catch(toAppError)
    },
  )

  app.post('/api/admin/requests/:id/confirm', { schema: { params, body: confirmBody } }, async (request, reply) => {
    const session = await requireOperator(deps, request, null)
    await confirm(deps, session, { id: request.params.id, body: request.body }).catch(toAppError)
    return await reply.status(204).send()
  })
}
