import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'

export type EarlyRefusal = {
  readonly code: ErrorCode
  readonly retryAfterS?: number
  /** A page for people, instead of JSON. */
  readonly page?: string | undefined
}

/**
 * Writes a refusal directly, past the usual response hooks but with the same headers and format. It is cheap and reads
 * nothing of the request beyond its head.
 */
export function refuseEarly(headers: Readonly<Record<string, string>>) {
  const constant = [...Object.entries(headers).flat(), 'cache-control', 'no-store']
  return ({ code, retryAfterS, page }: EarlyRefusal, { id }: FastifyRequest, reply: FastifyReply): void => {
    const { status, message } = ERRORS[code]
    const again = retryAfterS === undefined ? {} : { retryAfterS }
    const body = page ?? JSON.stringify({ error: { code, message, id, ...again } } satisfies ErrorBody)
    reply.hijack()
    const own = retryAfterS === undefined ? [] : ['retry-after', String(retryAfterS)]
    own.push('content-type', `${page === undefined ? 'application/json' : 'text/html'}; charset=utf-8`)
    own.push('content-length', String(Buffer.byteLength(body)))
    reply.raw.writeHead(status, [...constant, ...own]).end(body)
  }
}
