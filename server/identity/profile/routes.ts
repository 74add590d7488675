import { changeMeBody, type ImageAnswer, me } from '#contract/accounts.ts'
import type { Deps } from '#server/deps.ts'
import { readMe } from '#server/identity/accounts/read-me.ts'
import { peekSession, requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { POLICY_REPORTS_PATH } from '#server/platform/http/policy-reports.ts'
import { changeName } from './change-name.ts'
import { keepImage, readImage, removeImage } from './images.ts'
import { receiveImage } from './receive-image.ts'

/** Pictures may be sent this often per minute and address; phones of one network share addresses. */
const IMAGES_PER_MINUTE = { rateLimit: { max: 120, timeWindow: '1 minute' } } as const

export function profileRoutes(app: App, deps: Deps): void {
  app.patch('/api/me', { schema: { body: changeMeBody, response: { 200: me } } }, async (request) => {
    const session = await requireSession(deps, request)
    await changeName(deps, session.userId, request.body.fullName)
    deps.log.info({ userId: session.userId }, 'name changed')
    deps.events.publish(session.userId, { topics: ['session'] })
    return await readMe(deps, await peekSession(deps, request))
  })

  // The keypad shows whose it is while it is locked, so the picture needs no unlocked session.
  app.get('/api/me/image', { schema: { hide: true } }, async (request, reply) => {
    const { userId } = await peekSession(deps, request)
    const image = await readImage(deps.database, userId)
    // Opened directly it is a download, never something that runs.
    reply.header(
      'content-security-policy',
      `sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; report-uri ${POLICY_REPORTS_PATH}`,
    )
    reply.header('content-disposition', 'attachment; filename="profile.webp"')
    return await reply.type('image/webp').send(image)
  })

  app.delete('/api/me/image', async (request, reply) => {
    const { userId } = await requireSession(deps, request)
    await removeImage(deps.database, userId)
    deps.log.info({ userId }, 'profile picture removed')
    deps.events.publish(userId, { topics: ['session'] })
    return await reply.status(204).send()
  })

  void app.register((scope, _options, done) => {
    // The body comes as it is sent, and only after it is known who sends it.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body))
    scope.put('/api/me/image', { config: IMAGES_PER_MINUTE, schema: { hide: true } }, async (request) => {
      const { userId } = await requireSession(deps, request)
      const image = await receiveImage(request.body, request.headers['content-length'])
      const answer: ImageAnswer = { imageVersion: await keepImage(deps, userId, image) }
      deps.log.info({ userId }, 'profile picture changed')
      deps.events.publish(userId, { topics: ['session'] })
      return answer
    })
    done()
  })
}
