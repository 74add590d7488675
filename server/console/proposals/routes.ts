import { decisionOptions, requestMade } from '#contract/console/operators.ts'
import {
  closingBody,
  proposalsAnswer,
  resumptionBody,
  signedClosingBody,
  signedResumptionBody,
} from '#contract/console/proposals.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { toAppError } from '#server/console/enrol-passkey.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { listProposals } from './list-proposals.ts'
import { askToClose, askToResume, offerClosing, offerResumption } from './propose.ts'

/** What waits for a second operator, and what one operator asks for. The second one confirms by /api/admin/requests/. */
export function proposalRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/proposals',
    { schema: { response: { 200: proposalsAnswer } } },
    async (request) => await listProposals(deps, await requireOperator(deps, request, 'look-at-proposals')),
  )

  app.post(
    '/api/admin/resumptions/options',
    { schema: { body: resumptionBody, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'resume-money')
      return await offerResumption(deps, session, request.body).catch(toAppError)
    },
  )

  app.post(
    '/api/admin/resumptions',
    { schema: { body: signedResumptionBody, response: { 201: requestMade } } },
    async (request, reply) => {
      const session = await requireOperator(deps, request, 'resume-money')
      const { challenge, passkey, ...asked } = request.body
      const requestId = await askToResume(deps, session, { asked, body: { challenge, passkey } }).catch(toAppError)
      return await reply.status(201).send({ requestId })
    },
  )

  app.post(
    '/api/admin/closings/options',
    { schema: { body: closingBody, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'close-difference')
      return await offerClosing(deps, session, request.body).catch(toAppError)
    },
  )

  app.post(
    '/api/admin/closings',
    { schema: { body: signedClosingBody, response: { 201: requestMade } } },
    async (request, reply) => {
      const session = await requireOperator(deps, request, 'close-difference')
      const { challenge, passkey, ...asked } = request.body
      const requestId = await askToClose(deps, session, { asked, body: { challenge, passkey } }).catch(toAppError)
      return await reply.status(201).send({ requestId })
    },
  )
}
