import { z } from 'zod'
import {
  caseAnswerBody,
  caseClosingBody,
  caseFillBody,
  caseMoved,
  caseReplyBody,
  casesAnswer,
  casesQuery,
  consoleCase,
  filledTemplate,
} from '#contract/console/cases.ts'
import { newCasePicture } from '#contract/support.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { toAppError } from '#server/console/enrol-passkey.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { IMAGES_PER_MINUTE, imageBodies, POSTED_IMAGES, sendImage } from '#server/platform/images/image-routes.ts'
import { receiveImage } from '#server/platform/images/receive-image.ts'
import { CASE_PICTURE, CASE_PICTURE_DISPOSITION } from '#server/support/case-pictures.ts'
import { attachPicture, lookAtPicture } from './pictures.ts'
import { fillTemplateFromConsole, listCases, moveCaseHere, readCase } from './work-on-cases.ts'

/** The id of a case is its tracking number, as people say it. */
const params = z.strictObject({ id: z.string().max(60) })
const moved = { 200: caseMoved }

/** The problems that people report, with the actions of `npm run cases`. */
export function caseRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin/cases',
    { schema: { querystring: casesQuery, response: { 200: casesAnswer } } },
    async (request) => await listCases(deps, await requireOperator(deps, request, 'list-cases'), request.query),
  )

  app.get('/api/admin/cases/:id', { schema: { params, response: { 200: consoleCase } } }, async (request) => {
    const session = await requireOperator(deps, request, 'show-case')
    return await readCase(deps, session, request.params.id).catch(toAppError)
  })

  app.post('/api/admin/cases/:id/take', { schema: { params, response: moved } }, async (request) => {
    const session = await requireOperator(deps, request, 'take-case')
    return await moveCaseHere(deps, session, { move: 'take', uncheckedNumber: request.params.id }).catch(toAppError)
  })

  app.post(
    '/api/admin/cases/:id/ask',
    { schema: { params, body: caseReplyBody, response: moved } },
    async (request) => {
      const session = await requireOperator(deps, request, 'ask-case')
      const of = { uncheckedNumber: request.params.id, reply: request.body }
      return await moveCaseHere(deps, session, { move: 'ask', ...of }).catch(toAppError)
    },
  )

  app.post(
    '/api/admin/cases/:id/answer',
    { schema: { params, body: caseAnswerBody, response: moved } },
    async (request) => {
      const session = await requireOperator(deps, request, 'answer-case')
      const of = { uncheckedNumber: request.params.id, reply: request.body }
      return await moveCaseHere(deps, session, { move: 'answer', ...of }).catch(toAppError)
    },
  )

  app.post(
    '/api/admin/cases/:id/fill',
    { schema: { params, body: caseFillBody, response: { 200: filledTemplate } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'fill-template')
      const of = { uncheckedNumber: request.params.id, template: request.body.template }
      return await fillTemplateFromConsole(deps, session, of).catch(toAppError)
    },
  )

  app.post(
    '/api/admin/cases/:id/close',
    { schema: { params, body: caseClosingBody, response: moved } },
    async (request) => {
      const session = await requireOperator(deps, request, 'close-case')
      const of = { uncheckedNumber: request.params.id, closing: request.body }
      return await moveCaseHere(deps, session, { move: 'close', ...of }).catch(toAppError)
    },
  )

  app.get('/api/admin/case-pictures/:id', { schema: { params, hide: true } }, async (request, reply) => {
    const session = await requireOperator(deps, request, 'look-at-picture')
    return await sendImage(reply, await lookAtPicture(deps, session, request.params.id), CASE_PICTURE_DISPOSITION)
  })

  imageBodies(app, POSTED_IMAGES, (scope) => {
    scope.post(
      '/api/admin/cases/:id/pictures',
      { config: IMAGES_PER_MINUTE, schema: { params, hide: true, response: { 201: newCasePicture } } },
      async (request, reply) => {
        const session = await requireOperator(deps, request, 'attach-picture')
        const drawn = await receiveImage(request, session.operator.id, CASE_PICTURE)
        const of = { uncheckedNumber: request.params.id, drawn }
        return await reply.status(201).send({ picture: await attachPicture(deps, session, of).catch(toAppError) })
      },
    )
  })
}
