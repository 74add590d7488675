import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

/** A response that is the same for everybody, kept in memory in every encoding requested so far. */
export type StaticDocument = {
  readonly status: number
  readonly type: string
  readonly etag: string
  readonly identity: Buffer
  /** What its content security policy allows beyond every response's, by directive. */
  readonly inline?: Readonly<Record<string, string>>
  /** Compressed as much as possible on first use, then cached. Null if that saves next to nothing. */
  compressed(encoding: Encoding): Promise<Buffer> | null
}

/** Below this, compression saves next to nothing, bytes. */
const WORTHWHILE_BYTES = 512

const compress: Readonly<Record<Encoding, (text: Buffer) => Promise<Buffer>>> = {
  br: (text) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  gzip: (text) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
}

/** Prepares a text for sending. Compresses nothing yet: a dozen documents would delay every start. */
export function prepareDocument(text: string, type: string, status = 200): StaticDocument {
  const identity = Buffer.from(text)
  const kept = new Map<Encoding, Promise<Buffer>>()
  return {
    status,
    type,
    etag: `W/"${hashOf(text)}"`,
    identity,
    compressed(encoding) {
      if (identity.length < WORTHWHILE_BYTES) return null
      const body = kept.get(encoding) ?? compress[encoding](identity)
      kept.set(encoding, body)
      return body
    },
  }
}

/** A short hash of a text. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/**
 * Sends the document in the best encoding the browser accepts. Browsers revalidate it each time and get an empty 304
 * while it is unchanged; an error page is always sent in full.
 */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: StaticDocument,
): Promise<FastifyReply> {
  const { status, type, etag, identity, inline } = prepared
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag)
  if (inline !== undefined) allowInline(reply, inline)
  if (status === 200 && knows(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const encoding = bestEncoding(request.headers['accept-encoding'])
  const compressed = encoding === null ? null : await prepared.compressed(encoding)
  if (compressed !== null) reply.header('content-encoding', encoding)
  return reply
    .code(status)
    .type(type)
    .send(compressed ?? identity)
}

function allowInline(reply: FastifyReply, inline: Readonly<Record<string, string>>): void {
  const policy = String(reply.getHeader('content-security-policy'))
  const allowed = Object.entries(inline).reduce(
    (text, [directive, source]) => text.replace(`${directive} 'self'`, (all) => `${all} ${source}`),
    policy,
  )
  reply.header('content-security-policy', allowed)
}

function knows(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map((each) => each.trim())
  // A proxy may have made the ETag strong; ours is unique either way.
  return known.includes(etag) || known.includes(etag.slice(2)) || known.includes('*')
}

function bestEncoding(header: string | string[] | undefined): Encoding | null {
  const accepted = String(header ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !/;\s*q=0(?:\.0*)?$/.test(each))
    .map((each) => each.split(';')[0])
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : null
}
