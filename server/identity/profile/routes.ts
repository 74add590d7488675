import { changeMeBody, type ImageAnswer, me } from '#contract/accounts.ts'
import { PROFILE_IMAGE_SIDE_PX } from '#contract/constants.ts'
import type { Deps } from '#server/deps.ts'
import { readMe } from '#server/identity/accounts/read-me.ts'
import { peekSession, requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { IMAGES_PER_MINUTE, imageBodies, sendImage } from '#server/platform/images/image-routes.ts'
import { receiveImage } from '#server/platform/images/receive-image.ts'
import { changeName } from './change-name.ts'
import { keepImage, readImage, removeImage } from './images.ts'

/** The database refuses more bytes. */
const SQUARE = { fit: 'square', sidePx: PROFILE_IMAGE_SIDE_PX, maxBytes: 262_144 } as const

export function profileRoutes(app: App, deps: Deps): void {
  app.patch('/api/me', { schema: { body: changeMeBody, response: { 200: me } } }, async (request) => {
    const session = await requireSession(deps, request)
    await changeName(deps, session.userId, request.body.fullName)
    deps.log.info({ userId: session.userId }, 'name changed')
    deps.events.publish(session.userId, { topics: ['session'] })
    return await readMe(deps, await peekSession(deps, request))
  })

  // The locked screen shows its owner's picture, so this needs no unlocked session.
  app.get('/api/me/image', { schema: { hide: true } }, async (request, reply) => {
    const { userId } = await peekSession(deps, request)
    const image = await readImage(deps.database, userId)
    return await sendImage(reply, image, 'attachment; filename="profile.webp"')
  })

  app.delete('/api/me/image', async (request, reply) => {
    const { userId } = await requireSession(deps, request)
    await removeImage(deps.database, userId)
    deps.log.info({ userId }, 'profile picture removed')
    deps.events.publish(userId, { topics: ['session'] })
    return await reply.status(204).send()
  })

  imageBodies(app, '*', (scope) => {
    scope.put('/api/me/image', { config: IMAGES_PER_MINUTE, schema: { hide: true } }, async (request) => {
      const { userId } = await requireSession(deps, request)
      const { image } = await receiveImage(request, userId, SQUARE)
      const answer: ImageAnswer = { imageVersion: await keepImage(deps, userId, image) }
      deps.log.info({ userId }, 'profile picture changed')
      deps.events.publish(userId, { topics: ['session'] })
      return answer
    })
  })
}
