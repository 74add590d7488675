import { decisionOptions, requestMade } from '#contract/console/operators.ts'
import { pauseBody, pauseEndBody, pausesAnswer, signedPauseBody, signedPauseEndBody } from '#contract/console/pauses.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { toAppError } from '#server/console/enrol-passkey.ts'
import { askForSetting, offerSetting } from '#server/console/settings/propose-settings.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { lookAtPauses } from './look-at-pauses.ts'
import { PAUSE, PAUSE_END } from './propose-pauses.ts'

const OFFERED = { 200: decisionOptions }
const MADE = { 201: requestMade }

/** Takes requests to pause and resume a kind of order. Another operator confirms through /api/admin/requests/. */
export function pauseRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/pauses',
    { schema: { response: { 200: pausesAnswer } } },
    async (request) => await lookAtPauses(deps, await requireOperator(deps, request, 'look-at-pauses')),
  )

  app.post('/api/admin/pauses/options', { schema: { body: pauseBody, response: OFFERED } }, async (request) => {
    const session = await requireOperator(deps, request, 'pause-kind')
    return await offerSetting(deps, session, { setting: PAUSE, body: request.body }).catch(toAppError)
  })

  app.post('/api/admin/pauses', { schema: { body: signedPauseBody, response: MADE } }, async (request, reply) => {
    const session = await requireOperator(deps, request, 'pause-kind')
    const { challenge, passkey, ...asked } = request.body
    const of = { setting: PAUSE, asked, body: { challenge, passkey } }
    return await reply.status(201).send({ requestId: await askForSetting(deps, session, of).catch(toAppError) })
  })

  app.post('/api/admin/pause-ends/options', { schema: { body: pauseEndBody, response: OFFERED } }, async (request) => {
    const session = await requireOperator(deps, request, 'resume-kind')
    return await offerSetting(deps, session, { setting: PAUSE_END, body: request.body }).catch(toAppError)
  })

  app.post(
    '/api/admin/pause-ends',
    { schema: { body: signedPauseEndBody, response: MADE } },
    async (request, reply) => {
      const session = await requireOperator(deps, request, 'resume-kind')
      const { challenge, passkey, ...asked } = request.body
      const of = { setting: PAUSE_END, asked, body: { challenge, passkey } }
      return await reply.status(201).send({ requestId: await askForSetting(deps, session, of).catch(toAppError) })
    },
  )
}
