import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CONSOLE_LIFETIME_MS } from '#contract/console/limits.ts'
import type { Deps } from '#server/deps.ts'

export type WithCookies = Pick<FastifyRequest, 'cookies'>

/**
 * Like the customers' cookie: the prefix binds it to this host over https. Plain http, used only on localhost, rejects
 * the prefix.
 */
function cookieName(deps: Pick<Deps, 'config'>): string {
  return isSecure(deps) ? '__Host-jara_operator' : 'jara_operator'
}

/** The token of a request, or null if it has no well-formed one. */
export function readToken(deps: Pick<Deps, 'config'>, request: WithCookies): string | null {
  const token = request.cookies[cookieName(deps)]
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}

export function setConsoleCookie(deps: Pick<Deps, 'config'>, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(deps), token, { ...attributes(deps), maxAge: CONSOLE_LIFETIME_MS / 1000 })
}

export function clearConsoleCookie(deps: Pick<Deps, 'config'>, reply: FastifyReply): void {
  reply.clearCookie(cookieName(deps), attributes(deps))
}

/** The prefix `__Host-` requires the root path. Only code below /api/admin/ reads this cookie. */
function attributes(deps: Pick<Deps, 'config'>) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(deps) } as const
}

const isSecure = (deps: Pick<Deps, 'config'>) => deps.config.consoleUrl.startsWith('https://')
