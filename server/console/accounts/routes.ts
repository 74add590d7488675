import { z } from 'zod'
import {
  endSessionsBody,
  recoveriesAnswer,
  recoveryBody,
  sessionsEnded,
  signedEndSessionsBody,
} from '#contract/console/accounts.ts'
import {
  endAllSessionsBody,
  freezeCustomerBody,
  signedFreezeCustomerBody,
  unfreezeCustomerBody,
} from '#contract/console/freezes.ts'
import { decisionOptions } from '#contract/console/operators.ts'
import { signedBody } from '#contract/console/session.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { toAppError } from '#server/console/enrol-passkey.ts'
import { routesOfProposal } from '#server/console/proposal-routes.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { ENDING_ALL, endOnes, offerEnding } from './end-sessions.ts'
import { freezeOne, offerFreeze, UNFREEZE } from './freeze-customers.ts'
import { lookAtRecoveries, offerStop, RECOVERY, stopOnes } from './recover-accounts.ts'

const params = z.strictObject({ id: z.string().max(60) })

/** What operators do about customers' accounts, as `npm run recoveries`, `sessions` and `people` do. */
export function accountRoutes(app: App, deps: Deps): void {
  recoveryRoutes(app, deps)
  sessionRoutes(app, deps)
  freezeRoutes(app, deps)
}

/** Accounts whose owner has lost every way in. */
function recoveryRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/recoveries',
    { schema: { response: { 200: recoveriesAnswer } } },
    async (request) => await lookAtRecoveries(deps, await requireOperator(deps, request, 'list-recoveries')),
  )

  routesOfProposal(app, deps, { path: '/api/admin/recoveries', body: recoveryBody, proposal: RECOVERY })

  app.post(
    '/api/admin/recoveries/:id/stop/options',
    { schema: { params, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'stop-recovery')
      return await offerStop(deps, session, request.params.id).catch(toAppError)
    },
  )

  app.post('/api/admin/recoveries/:id/stop', { schema: { params, body: signedBody } }, async (request, reply) => {
    const session = await requireOperator(deps, request, 'stop-recovery')
    await stopOnes(deps, session, { id: request.params.id, body: request.body }).catch(toAppError)
    return await reply.status(204).send()
  })
}

function sessionRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/admin/sessions/end/options',
    { schema: { body: endSessionsBody, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'end-sessions')
      return await offerEnding(deps, session, request.body).catch(toAppError)
    },
  )

  app.post(
    '/api/admin/sessions/end',
    { schema: { body: signedEndSessionsBody, response: { 200: sessionsEnded } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'end-sessions')
      const { challenge, passkey, ...asked } = request.body
      return await endOnes(deps, session, { asked, body: { challenge, passkey } }).catch(toAppError)
    },
  )

  routesOfProposal(app, deps, { path: '/api/admin/sessions/end-all', body: endAllSessionsBody, proposal: ENDING_ALL })
}

/** Money out of an account: one operator freezes it, two unfreeze it. */
function freezeRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/admin/freezes/options',
    { schema: { body: freezeCustomerBody, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'freeze-customer')
      return await offerFreeze(deps, session, request.body).catch(toAppError)
    },
  )

  app.post('/api/admin/freezes', { schema: { body: signedFreezeCustomerBody } }, async (request, reply) => {
    const session = await requireOperator(deps, request, 'freeze-customer')
    const { challenge, passkey, ...asked } = request.body
    await freezeOne(deps, session, { asked, body: { challenge, passkey } }).catch(toAppError)
    return await reply.status(204).send()
  })

  routesOfProposal(app, deps, { path: '/api/admin/unfreezings', body: unfreezeCustomerBody, proposal: UNFREEZE })
}
