import type { FastifyReply } from 'fastify'
import { PICTURE_TYPES } from '#contract/constants.ts'
import type { App } from '#server/platform/http/app.ts'
import { POLICY_REPORTS_PATH } from '#server/platform/http/policy-reports.ts'

/** Most pictures per minute and address; phones of one network share addresses. */
export const IMAGES_PER_MINUTE = { rateLimit: { max: 120, timeWindow: '1 minute' } } as const

/** Content types accepted in a POST: another site's form can send none of these. */
export const POSTED_IMAGES = [...PICTURE_TYPES]

/**
 * Adds routes whose body is a picture of these content types. The body stays unread until a route knows who sends it.
 */
export function imageBodies(app: App, types: '*' | string[], addRoutes: (scope: App) => void): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(types, (_request, body, parsed) => parsed(null, body))
    addRoutes(scope)
    done()
  })
}

/**
 * Sends a drawn picture as a file that runs nothing and belongs to no other site. `disposition`: how a browser treats
 * it when opened directly.
 */
export async function sendImage(reply: FastifyReply, image: Buffer, disposition: string): Promise<FastifyReply> {
  reply.header(
    'content-security-policy',
    `sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; report-uri ${POLICY_REPORTS_PATH}`,
  )
  reply.header('content-disposition', disposition)
  return await reply.type('image/webp').send(image)
}
