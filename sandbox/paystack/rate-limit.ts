import type { FastifyReply } from 'fastify'
import type { World } from '#sandbox/world.ts'

const WINDOW_MS = 60_000

/** Counts calls in windows of 60 seconds and sets Paystack's three headers. Returns true for a call above the limit. */
export function rateLimiter(world: World): (reply: FastifyReply) => boolean {
  let windowStartMs = Number.NEGATIVE_INFINITY
  let calls = 0
  return (reply) => {
    const nowMs = world.now().getTime()
    if (nowMs - windowStartMs >= WINDOW_MS) {
      windowStartMs = nowMs
      calls = 0
    }
    calls++
    reply.header('x-ratelimit-limit', world.callsPerMinute)
    reply.header('x-ratelimit-remaining', Math.max(0, world.callsPerMinute - calls))
    reply.header('x-ratelimit-reset', Math.ceil((windowStartMs + WINDOW_MS - nowMs) / 1_000))
    return calls > world.callsPerMinute
  }
}
