import type { ChangeEvent } from '#contract/events.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import { AppError } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/app.ts'
import { beginLongResponse, type LongResponse } from '#server/platform/http/long-response.ts'
import { type YieldingPlaces, yieldingPlaces } from '#server/platform/yielding-places.ts'

/** Most open streams per user: a few tabs. */
const STREAMS_PER_USER_MAX = 6
/**
 * A stream younger than this does not give way to a new one, ms. A phone that lost its network leaves a dead stream
 * open for a quarter of an hour. But a seventh tab, which retries within a second, must not keep the other six
 * reconnecting.
 */
const STREAM_KEPT_MS = 30_000
/** Most unread bytes of a page that reads nothing. It reloads everything when it reconnects. */
const STREAM_UNREAD_MAX_BYTES = 64 * 1024
const HEARTBEAT_MS = 20_000
/** How long a browser waits before it reconnects, ms. */
const RECONNECT_MS = 2_000

/**
 * `GET /api/events`: tells a page what changed; the page then reads the new state. Ends when the session locks or ends.
 */
export function eventStreamRoutes(app: App, deps: Deps): void {
  const placesOf = new Map<string, YieldingPlaces>()
  const open = new Set<LongResponse>()

  app.get('/api/events', { schema: { hide: true } }, async (request, reply) => {
    // A stream never counts as a touch: it would keep the session open by itself.
    const asked = { cookies: request.cookies, headers: {} }
    const { userId } = await requireSession(deps, asked)
    const places = placesOf.get(userId) ?? yieldingPlaces({ max: STREAMS_PER_USER_MAX, minHoldMs: STREAM_KEPT_MS })
    const leave = places.take({
      nowMs: deps.clock.now().getTime(),
      giveWay: () => stream?.end(),
    })
    if (leave === null) throw new AppError('request.too-many', { retryAfterS: STREAM_KEPT_MS / 1_000 })

    const stream = beginLongResponse(reply, {
      type: 'text/event-stream; charset=utf-8',
      unreadMaxBytes: STREAM_UNREAD_MAX_BYTES,
    })
    if (stream === null) return leave()
    placesOf.set(userId, places)
    open.add(stream)
    stream.write(`retry: ${RECONNECT_MS}\n\n`)

    const endIfLocked = async (): Promise<void> => {
      await requireSession(deps, asked).catch(() => stream.end())
    }
    const unsubscribe = deps.events.subscribe(userId, (event) => {
      stream.write(toMessage(event))
      if (event.topics.includes('session')) void endIfLocked()
    })
    const heartbeat = setInterval(() => {
      stream.write(': still here\n\n')
      void endIfLocked()
    }, HEARTBEAT_MS)
    stream.onEnd(() => {
      clearInterval(heartbeat)
      unsubscribe()
      open.delete(stream)
      leave()
      if (places.taken() === 0) placesOf.delete(userId)
    })
  })

  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })
}

function toMessage(event: ChangeEvent): string {
  return `event: change\ndata: ${JSON.stringify(event)}\n\n`
}
