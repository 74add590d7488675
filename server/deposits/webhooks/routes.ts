import type { Deps } from '#server/deps.ts'
import { boundedQueue } from '#server/platform/bounded-queue.ts'
import { AppError } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/app.ts'
import { everyProvider } from '#server/providers/registry.ts'
import { receiveHint, receiveUnsignedHint } from './receive-hint.ts'

const WEBHOOK_MAX_BYTES = 256 * 1024
/**
 * How many webhooks are stored at once and how many wait: under a second's work, and never all database connections.
 */
export const WEBHOOKS_AT_ONCE_MAX = 8
export const WEBHOOKS_WAITING_MAX = 200
const RETRY_AFTER_S = 30

/**
 * Webhooks of providers: raw bytes, verified before they are parsed. The hint is stored, the provider gets its answer,
 * and verification follows at our own pace.
 * A flood is refused with 503 before it delays anybody: providers send again, and the poll finds what they do not.
 */
export function webhookRoutes(app: App, deps: Deps): void {
  const storing = boundedQueue({
    maxConcurrent: WEBHOOKS_AT_ONCE_MAX,
    waitingMax: WEBHOOKS_WAITING_MAX,
    retryAfterS: RETRY_AFTER_S,
  })
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: WEBHOOK_MAX_BYTES }, (_request, body, parsed) => {
      parsed(null, body)
    })
    for (const provider of everyProvider(deps, 'payments')) {
      scope.post(`/webhooks/${provider.name}`, { schema: { hide: true } }, async (request, reply) => {
        const rawBody = request.body
        if (!(rawBody instanceof Uint8Array) || !provider.webhookIsGenuine(rawBody, request.headers)) {
          throw new AppError('webhook.unsigned')
        }
        const hint = provider.readWebhook(rawBody)
        if (hint !== null) await storing.run(() => receiveHint(deps, provider.name, hint))
        return await reply.status(200).send({ received: true })
      })
    }
    // Nobody signs these callbacks: the secret is in the address, and the content is still only a hint.
    for (const provider of everyProvider(deps, 'bills')) {
      scope.post(`/webhooks/${provider.name}/:secret`, { schema: { hide: true } }, async (request, reply) => {
        const { secret } = request.params as { secret: string }
        if (!provider.isCallbackAddress(secret)) throw new AppError('request.not-found')
        const hint = request.body instanceof Uint8Array ? provider.readCallback(request.body) : null
        if (hint !== null) await storing.run(() => receiveUnsignedHint(deps, provider.name, hint))
        return await reply.status(200).send({ response: 'success' })
      })
    }
    done()
  })
}
