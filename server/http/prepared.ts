import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'

/** An answer that is the same for everybody, kept in memory in every encoding it may be asked for. */
export type Prepared = {
  readonly status: number
  readonly type: string
  readonly etag: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
}

/** Below this a compressed answer is hardly smaller, bytes. */
const WORTHWHILE_BYTES = 512

/** Compresses a text once, as tightly as it goes. */
export async function prepare(text: string, type: string, status = 200): Promise<Prepared> {
  const identity = Buffer.from(text)
  const etag = `W/"${hashOf(text)}"`
  if (identity.length < WORTHWHILE_BYTES) {
    return { status, type, etag, bodies: { identity, br: identity, gzip: identity } }
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    promisify(gzip)(identity, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return { status, type, etag, bodies: { identity, br, gzip: gz } }
}

/** A short name for a text: another text has another name. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/**
 * Sends it in the best encoding the browser takes. It is asked for again each time, and answered with 304 and nothing
 * while it is the same; an error page is always sent whole.
 */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): FastifyReply {
  const { status, type, etag, bodies } = prepared
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag)
  if (status === 200 && knows(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const encoding = bestEncoding(request.headers['accept-encoding'])
  if (bodies[encoding] !== bodies.identity) reply.header('content-encoding', encoding)
  return reply.code(status).type(type).send(bodies[encoding])
}

function knows(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map((each) => each.trim())
  // A proxy may have made the tag a strong one; ours is unique either way.
  return known.includes(etag) || known.includes(etag.slice(2)) || known.includes('*')
}

function bestEncoding(header: string | string[] | undefined): Encoding {
  const accepted = String(header ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !/;\s*q=0(?:\.0*)?$/.test(each))
    .map((each) => each.split(';')[0])
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}
