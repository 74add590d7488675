import { freezeBody } from '#contract/accounts.ts'
import { lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import { clearSessionCookie } from '#server/identity/sessions/session-cookie.ts'
import type { App } from '#server/platform/http/app.ts'
import { fileName } from '#server/platform/http/file-name.ts'
import { sendParts } from '#server/platform/http/long-response.ts'
import { closeAccount } from './close-account.ts'
import { beginExport, exportData } from './export-data.ts'
import { exportsAtOnce } from './exports-at-once.ts'

/** Each export reads everything stored about a person: nobody needs more in a minute. */
const EXPORTS_PER_MINUTE = { rateLimit: { max: 5, timeWindow: '1 minute' } } as const

export function privacyRoutes(app: App, deps: Deps): void {
  const exports = exportsAtOnce(deps.clock)

  app.post('/api/me/export', { config: EXPORTS_PER_MINUTE }, async (request, reply) => {
    const session = await requireSession(deps, request)
    const { userId } = session
    const end = exports.begin(userId, () => request.raw.socket.destroy())
    await beginExport(deps, session).catch((error: unknown) => {
      end()
      throw error
    })
    const name = fileName(deps.config, `data-${lagosDay(deps.clock.now())}`, 'json')
    reply.type('application/json; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`)
    return sendParts(reply, exportData({ ...deps, database: exports.inTurns(deps.database) }, userId), (error) => {
      end()
      if (error !== null) deps.log.warn({ err: error, userId }, 'an export broke off')
    })
  })

  app.delete('/api/me', { schema: { body: freezeBody } }, async (request, reply) => {
    await closeAccount(deps, await requireSession(deps, request), request.body)
    clearSessionCookie(deps, reply)
    return await reply.status(204).send()
  })
}
