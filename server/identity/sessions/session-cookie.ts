import { createHash } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import type { Deps } from '#server/deps.ts'

const TOKEN_BYTES = 32

export type WithCookies = Pick<FastifyRequest, 'cookies'>

/** A new session token: 256 random bits. It goes into the cookie and nowhere else. */
export function newToken(deps: Pick<Deps, 'randomBytes'>): string {
  return Buffer.from(deps.randomBytes(TOKEN_BYTES)).toString('base64url')
}

/** The hash that the database stores. A token has 256 random bits, so a fast hash is enough. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

/** `__Host-` binds the cookie to this host over https; browsers refuse that name on plain http, which only localhost uses. */
function cookieName(deps: Pick<Deps, 'config'>): string {
  return isSecure(deps) ? '__Host-jara' : 'jara'
}

/** The request's session token, or null when there is no valid-looking one. */
export function readToken(deps: Pick<Deps, 'config'>, request: WithCookies): string | null {
  const token = request.cookies[cookieName(deps)]
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null
}

export function setSessionCookie(deps: Pick<Deps, 'config'>, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName(deps), token, { ...attributes(deps), maxAge: SESSION_LIFETIME_MS / 1000 })
}

/**
 * Ends the session in the browser: removes its cookie and the site's cache, but not its storage, which holds the
 * device's key. The page removes the rest itself, even offline.
 */
export function clearSessionCookie(deps: Pick<Deps, 'config'>, reply: FastifyReply): void {
  reply.clearCookie(cookieName(deps), attributes(deps))
  reply.header('clear-site-data', '"cache"')
}

function attributes(deps: Pick<Deps, 'config'>) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(deps) } as const
}

const isSecure = (deps: Pick<Deps, 'config'>) => deps.config.publicUrl.startsWith('https://')
