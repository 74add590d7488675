import { z } from 'zod'
import { pushAnswer, subscribeBody, subscribedAnswer } from '#contract/push.ts'
import { PUSH_CHANGES_PER_MINUTE } from '#contract/push-limits.ts'
import type { Deps } from '#server/deps.ts'
import { describeBrowser } from '#server/identity/sessions/describe-browser.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { readPushKeys } from './push-keys.ts'
import { listSubscriptions, removeSubscription, subscribe } from './subscriptions.ts'

const params = z.strictObject({ id: z.string().max(60) })
const config = { rateLimit: { max: PUSH_CHANGES_PER_MINUTE, timeWindow: '1 minute' } }

export function pushRoutes(app: App, deps: Deps): void {
  app.get('/api/push', { schema: { response: { 200: pushAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    const { publicKey } = await readPushKeys(deps)
    return { publicKey, subscriptions: await listSubscriptions(deps.database, session) }
  })

  app.post(
    '/api/push',
    { schema: { body: subscribeBody, response: { 200: subscribedAnswer } }, config },
    async (request) => {
      const session = await requireSession(deps, request)
      const browser = describeBrowser(request.headers['user-agent'])
      return { subscription: await subscribe(deps, session, { ...request.body, browser }) }
    },
  )

  app.delete('/api/push/:id', { schema: { params }, config }, async (request, reply) => {
    await removeSubscription(deps, await requireSession(deps, request), request.params.id)
    return await reply.status(204).send()
  })
}
