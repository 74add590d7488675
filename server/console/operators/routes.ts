import {
  decisionOptions,
  newOperatorBody,
  operatorAsked,
  requestMade,
  revocationBody,
  signedNewOperatorBody,
  signedRevocationBody,
} from '#contract/console/operators.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { toAppError } from '#server/console/enrol-passkey.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { passwordsPerMinute } from '#server/platform/http/security.ts'
import { askForOperator, askToRevoke, offerNewOperator, offerRevocation } from './propose-operators.ts'

/** Adds and revokes operators, like `npm run operators -- add` and `revoke`. */
export function operatorRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/admin/operators/options',
    { schema: { body: newOperatorBody, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'add-operator')
      return await offerNewOperator(deps, session, request.body).catch(toAppError)
    },
  )

  app.post(
    '/api/admin/operators',
    {
      config: passwordsPerMinute(deps.config),
      schema: { body: signedNewOperatorBody, response: { 201: operatorAsked } },
    },
    async (request, reply) => {
      const session = await requireOperator(deps, request, 'add-operator')
      const { challenge, passkey, ...asked } = request.body
      const answer = await askForOperator(deps, session, { asked, body: { challenge, passkey } }).catch(toAppError)
      return await reply.status(201).send(answer)
    },
  )

  app.post(
    '/api/admin/revocations/options',
    { schema: { body: revocationBody, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'revoke-operator')
      return await offerRevocation(deps, session, request.body).catch(toAppError)
    },
  )

  app.post(
    '/api/admin/revocations',
    { schema: { body: signedRevocationBody, response: { 201: requestMade } } },
    async (request, reply) => {
      const session = await requireOperator(deps, request, 'revoke-operator')
      const { challenge, passkey, ...asked } = request.body
      const requestId = await askToRevoke(deps, session, { asked, body: { challenge, passkey } }).catch(toAppError)
      return await reply.status(201).send({ requestId })
    },
  )
}
