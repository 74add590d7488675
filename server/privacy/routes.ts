import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { freezeBody } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import { lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import { clearSessionCookie } from '#server/identity/sessions/session-cookie.ts'
import type { App } from '#server/platform/http/app.ts'
import { fileName } from '#server/platform/http/file-name.ts'
import { closeAccount } from './close-account.ts'
import { beginExport, exportData } from './export-data.ts'
import { exportsAtOnce } from './exports-at-once.ts'

/** Each reads everything that is kept about a person: nobody needs more of them in a minute. */
const EXPORTS_PER_MINUTE = { rateLimit: { max: 5, timeWindow: '1 minute' } } as const
/** A reader that is slower than this loses the connection, so that their place is another's. */
const EXPORT_MAX_MS = 10 * 60_000

export function privacyRoutes(app: App, deps: Deps): void {
  const exports = exportsAtOnce()

  app.post('/api/me/export', { config: EXPORTS_PER_MINUTE }, async (request, reply) => {
    const session = await requireSession(deps, request)
    return await exports.run(session.userId, async () => {
      await beginExport(deps, session)
      const name = fileName(deps.config, `data-${lagosDay(deps.clock.now())}`, 'json')
      reply.type('application/json; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`)
      return await sendAll(deps, reply, session.userId)
    })
  })

  app.delete('/api/me', { schema: { body: freezeBody } }, async (request, reply) => {
    await closeAccount(deps, await requireSession(deps, request), request.body)
    clearSessionCookie(deps, reply)
    return await reply.status(204).send()
  })
}

/** Ends when everything has gone out, or the reader has gone. */
async function sendAll(deps: Deps, reply: FastifyReply, userId: UserId): Promise<FastifyReply> {
  const signal = AbortSignal.timeout(EXPORT_MAX_MS)
  const file = Readable.from(exportData(deps, userId), { signal })
  reply.send(file)
  await finished(file).catch((error: unknown) => deps.log.warn({ err: error, userId }, 'an export broke off'))
  return reply
}
