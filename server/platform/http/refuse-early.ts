import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'

export type EarlyRefusal = {
  readonly code: ErrorCode
  readonly retryAfterS?: number
  /** For people, in the place of JSON. */
  readonly page?: string | undefined
}

/**
 * Writes a refusal directly, bypassing what other responses go through, with the same headers and format: it costs
 * little, and nothing of the request is read beyond its head.
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
