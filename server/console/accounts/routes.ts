import { z } from 'zod'
import { endSessionsBody, recoveriesAnswer, sessionsEnded, signedEndSessionsBody } from '#contract/console/accounts.ts'
import { freezeCustomerBody, signedFreezeCustomerBody } from '#contract/console/freezes.ts'
import { decisionOptions } from '#contract/console/operators.ts'
import { signedBody } from '#contract/console/session.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { decideAndRecord, offerAndRecord } from '#server/console/look-ups.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { endSessionsFromConsole, offerEnding } from './end-sessions.ts'
import { freezeCustomerFromConsole, offerFreeze } from './freeze-customers.ts'
import { lookAtRecoveries, offerStop, stopRecoveryFromConsole } from './recover-accounts.ts'

const params = z.strictObject({ id: z.string().max(60) })

/** Acts of one operator on customers' accounts, like `npm run recoveries`, `sessions` and `people`. */
export function accountRoutes(app: App, deps: Deps): void {
  recoveryRoutes(app, deps)
  sessionRoutes(app, deps)
  freezeRoutes(app, deps)
}

/** Recoveries of accounts whose owner has lost every way to sign in. */
function recoveryRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/recoveries',
    { schema: { response: { 200: recoveriesAnswer } } },
    async (request) => await lookAtRecoveries(deps, await requireOperator(deps, request, 'list-recoveries')),
  )

  app.post(
    '/api/admin/recoveries/:id/stop/options',
    { schema: { params, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'stop-recovery')
      return await offerAndRecord(deps, session, {
        act: 'stop-recovery',
        offer: () => offerStop(deps, session, request.params.id),
      })
    },
  )

  app.post('/api/admin/recoveries/:id/stop', { schema: { params, body: signedBody } }, async (request, reply) => {
    const session = await requireOperator(deps, request, 'stop-recovery')
    const decide = () => stopRecoveryFromConsole(deps, session, { id: request.params.id, body: request.body })
    await decideAndRecord(deps, session, { act: 'stop-recovery', decide })
    return await reply.status(204).send()
  })
}

function sessionRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/admin/sessions/end/options',
    { schema: { body: endSessionsBody, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'end-sessions')
      return await offerAndRecord(deps, session, {
        act: 'end-sessions',
        offer: () => offerEnding(deps, session, request.body),
      })
    },
  )

  app.post(
    '/api/admin/sessions/end',
    { schema: { body: signedEndSessionsBody, response: { 200: sessionsEnded } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'end-sessions')
      const { challenge, passkey, ...asked } = request.body
      const decide = () => endSessionsFromConsole(deps, session, { asked, body: { challenge, passkey } })
      return await decideAndRecord(deps, session, { act: 'end-sessions', decide })
    },
  )
}

/** Freezes of accounts: one operator freezes, two operators lift it. */
function freezeRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/admin/freezes/options',
    { schema: { body: freezeCustomerBody, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'freeze-customer')
      return await offerAndRecord(deps, session, {
        act: 'freeze-customer',
        offer: () => offerFreeze(deps, session, request.body),
      })
    },
  )

  app.post('/api/admin/freezes', { schema: { body: signedFreezeCustomerBody } }, async (request, reply) => {
    const session = await requireOperator(deps, request, 'freeze-customer')
    const { challenge, passkey, ...asked } = request.body
    const decide = () => freezeCustomerFromConsole(deps, session, { asked, body: { challenge, passkey } })
    await decideAndRecord(deps, session, { act: 'freeze-customer', decide })
    return await reply.status(204).send()
  })
}
