import { z } from 'zod'
import {
  beneficiariesAnswer,
  beneficiariesQuery,
  beneficiaryAnswer,
  beneficiaryChanges,
} from '#contract/beneficiaries.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { deleteBeneficiary, listBeneficiaries, nameBeneficiary } from './beneficiaries.ts'

const params = z.strictObject({ id: z.string().max(60) })

export function beneficiaryRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/beneficiaries',
    { schema: { querystring: beneficiariesQuery, response: { 200: beneficiariesAnswer } } },
    async (request) => {
      const session = await requireSession(deps, request)
      return { beneficiaries: await listBeneficiaries(deps.database, session.userId, request.query.kind) }
    },
  )

  app.patch(
    '/api/beneficiaries/:id',
    { schema: { params, body: beneficiaryChanges, response: { 200: beneficiaryAnswer } } },
    async (request) => {
      const session = await requireSession(deps, request)
      return { beneficiary: await nameBeneficiary(deps.database, session.userId, request.params.id, request.body) }
    },
  )

  app.delete('/api/beneficiaries/:id', { schema: { params } }, async (request, reply) => {
    const session = await requireSession(deps, request)
    await deleteBeneficiary(deps.database, session.userId, request.params.id)
    return await reply.status(204).send()
  })
}
