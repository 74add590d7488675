import type { ServerResponse } from 'node:http'
import type { ChangeEvent } from '#contract/events.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import { AppError } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/app.ts'

/** Open streams one user may have: a few tabs. */
const STREAMS_PER_USER_MAX = 6
const HEARTBEAT_MS = 20_000
/** What a browser waits before it connects again, ms. */
const RECONNECT_MS = 2_000

/** `GET /api/events`: tells a page what changed; the page then reads the new truth. Ends when the session locks or ends. */
export function eventStreamRoutes(app: App, deps: Deps): void {
  const open = new Map<string, Set<ServerResponse>>()

  app.get('/api/events', { schema: { hide: true } }, async (request, reply) => {
    // However it was asked for, a stream is no touch: it would keep the session open by itself.
    const asked = { cookies: request.cookies, headers: {} }
    const { userId } = await requireSession(deps, asked)
    const streams = open.get(userId) ?? new Set()
    if (streams.size >= STREAMS_PER_USER_MAX) throw new AppError('request.too-many', { retryAfterS: 30 })

    reply.hijack()
    const stream = reply.raw
    // A person who left meanwhile has been announced already, and would keep a place forever.
    if (stream.destroyed) return
    open.set(userId, streams.add(stream))
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) stream.setHeader(name, value)
    }
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    stream.write(`retry: ${RECONNECT_MS}\n\n`)

    const unsubscribe = deps.events.subscribe(userId, (event) => {
      stream.write(toMessage(event))
      if (event.topics.includes('session')) void endIfLocked()
    })
    const heartbeat = setInterval(() => {
      stream.write(': still here\n\n')
      void endIfLocked()
    }, HEARTBEAT_MS)
    const endIfLocked = async (): Promise<void> => {
      await requireSession(deps, asked).catch(() => stream.end())
    }
    stream.on('close', () => {
      clearInterval(heartbeat)
      unsubscribe()
      streams.delete(stream)
      if (streams.size === 0) open.delete(userId)
    })
  })

  app.addHook('preClose', async () => {
    for (const streams of open.values()) for (const stream of streams) stream.end()
  })
}

function toMessage(event: ChangeEvent): string {
  return `event: change\ndata: ${JSON.stringify(event)}\n\n`
}
