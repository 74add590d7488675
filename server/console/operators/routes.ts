import {
  decisionOptions,
  newOperatorBody,
  operatorAsked,
  revocationBody,
  roleChangeBody,
  signedNewOperatorBody,
} from '#contract/console/operators.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { decided, offered } from '#server/console/look-ups.ts'
import { routesOfProposal } from '#server/console/proposal-routes.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { passwordsPerMinute } from '#server/platform/http/security.ts'
import { askForOperator, offerNewOperator, REVOCATION, ROLE_CHANGE } from './propose-operators.ts'

/** Adds and revokes operators, like `npm run operators -- add` and `revoke`. */
export function operatorRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/admin/operators/options',
    { schema: { body: newOperatorBody, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'add-operator')
      return await offered(deps, session, {
        act: 'add-operator',
        offer: () => offerNewOperator(deps, session, request.body),
      })
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
      const decide = () => askForOperator(deps, session, { asked, body: { challenge, passkey } })
      const answer = await decided(deps, session, { act: 'add-operator', decide })
      return await reply.status(201).send(answer)
    },
  )

  routesOfProposal(app, deps, { path: '/api/admin/revocations', body: revocationBody, proposal: REVOCATION })
  routesOfProposal(app, deps, { path: '/api/admin/role-changes', body: roleChangeBody, proposal: ROLE_CHANGE })
}
