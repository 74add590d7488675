import type { FastifyRequest } from 'fastify'
import type { Caller } from './concurrency-limiter.ts'
import { networkOf } from './security.ts'

/** The session cookie, under either of its names. It is not validated here. */
const SESSION = /(?:^|;\s*)(?:__Host-)?jara=([^;]{1,100})/

/** Identifies a client by its session, or by its address without one, like other limits. */
export function identifyCaller({ headers: { cookie = '' }, ip }: FastifyRequest): Omit<Caller, 'asksProvider'> {
  const session = SESSION.exec(cookie)?.[1]
  // No cookie contains a semicolon, even a forged one.
  return session === undefined ? { who: `;${networkOf(ip)}`, isShared: true } : { who: session, isShared: false }
}
