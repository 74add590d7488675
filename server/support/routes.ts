import { z } from 'zod'
import { caseAnswer, caseBody, caseMessageBody, casesAnswer, newCasePicture } from '#contract/support.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import { AppError } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/app.ts'
import { IMAGES_PER_MINUTE, imageBodies, POSTED_IMAGES, sendImage } from '#server/platform/images/image-routes.ts'
import { receiveImage } from '#server/platform/images/receive-image.ts'
import { CASE_PICTURE, CASE_PICTURE_DISPOSITION, keepPicture, readPicture } from './case-pictures.ts'
import { openCase } from './open-case.ts'
import { listCases, readCase } from './read-cases.ts'
import { asUser } from './reporter.ts'
import { writeMessage } from './write-message.ts'

/** Messages from one address. Each person has further limits of their own. */
const WRITTEN_PER_MINUTE = { rateLimit: { max: 120, timeWindow: '1 minute' } } as const

const params = z.strictObject({ id: z.string().max(60) })

export function supportRoutes(app: App, deps: Deps): void {
  app.get('/api/cases', { schema: { response: { 200: casesAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    return { cases: await listCases(deps.database, asUser(session.userId)) }
  })

  app.get('/api/cases/:id', { schema: { params, response: { 200: caseAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    return { case: await readCase(deps.database, asUser(session.userId), request.params.id) }
  })

  app.post(
    '/api/cases',
    { schema: { body: caseBody, response: { 200: caseAnswer, 201: caseAnswer } }, config: WRITTEN_PER_MINUTE },
    async (request, reply) => {
      const by = asUser((await requireSession(deps, request)).userId)
      const { id, isNew } = await openCase(deps, by, request.body)
      const opened = await readCase(deps.database, by, id)
      if (isNew) request.log.info({ trackingNumber: opened.trackingNumber }, 'a problem was reported')
      return await reply.status(isNew ? 201 : 200).send({ case: opened })
    },
  )

  app.post(
    '/api/cases/:id/messages',
    {
      schema: { params, body: caseMessageBody, response: { 200: caseAnswer, 201: caseAnswer } },
      config: WRITTEN_PER_MINUTE,
    },
    async (request, reply) => {
      const by = asUser((await requireSession(deps, request)).userId)
      const { isNew } = await writeMessage(deps, by, request.params.id, request.body)
      return await reply.status(isNew ? 201 : 200).send({ case: await readCase(deps.database, by, request.params.id) })
    },
  )

  app.get('/api/case-pictures/:id', { schema: { params, hide: true } }, async (request, reply) => {
    const { userId } = await requireSession(deps, request)
    const image = await readPicture(deps.database, userId, request.params.id)
    if (image === null) throw new AppError('case.picture-not-found')
    return await sendImage(reply, image, CASE_PICTURE_DISPOSITION)
  })

  imageBodies(app, POSTED_IMAGES, (scope) => {
    scope.post(
      '/api/case-pictures',
      { config: IMAGES_PER_MINUTE, schema: { hide: true, response: { 201: newCasePicture } } },
      async (request, reply) => {
        const { userId } = await requireSession(deps, request)
        const drawn = await receiveImage(request, userId, CASE_PICTURE)
        const by = { userId, operatorId: null, caseId: null }
        const picture = await deps.database.transaction((tx) => keepPicture(tx, deps, { by, drawn }))
        return await reply.status(201).send({ picture })
      },
    )
  })
}
