import { z } from 'zod'
import { filterBody, filterNameBody, filtersAnswer } from '#contract/console/filters.ts'
import { requireOperator } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { deleteFilter, listFilters, renameFilter, saveFilter } from './save-filters.ts'

const params = z.strictObject({ id: z.string().max(60) })

/** Filters that operators save for themselves. */
export function filterRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/filters',
    { schema: { response: { 200: filtersAnswer } } },
    async (request) => await listFilters(deps, await requireOperator(deps, request, 'list-filters')),
  )

  app.post(
    '/api/admin/filters',
    { schema: { body: filterBody, response: { 201: filtersAnswer } } },
    async (request, reply) => {
      const session = await requireOperator(deps, request, 'save-filter')
      return await reply.status(201).send(await saveFilter(deps, session, request.body))
    },
  )

  app.post(
    '/api/admin/filters/:id',
    { schema: { params, body: filterNameBody, response: { 200: filtersAnswer } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'rename-filter')
      const of = { uncheckedId: request.params.id, uncheckedName: request.body.name }
      return await renameFilter(deps, session, of)
    },
  )

  app.delete('/api/admin/filters/:id', { schema: { params, response: { 200: filtersAnswer } } }, async (request) => {
    const session = await requireOperator(deps, request, 'delete-filter')
    return await deleteFilter(deps, session, request.params.id)
  })
}
