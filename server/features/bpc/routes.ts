import { bpcAnswer } from '#contract/bpc.ts'
import type { App } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '../accounts/session.ts'
import { listCodes } from './list-codes.ts'

export function bpcRoutes(app: App, deps: Deps): void {
  app.get('/api/bpc', { schema: { response: { 200: bpcAnswer } } }, async (request) => {
    return await listCodes(deps, await requireSession(deps, request))
  })
}
