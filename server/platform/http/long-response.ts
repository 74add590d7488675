import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A response written in parts for as long as its reader stays. */
export type LongResponse = {
  /** Does nothing once the response has ended. Too much unread data closes the connection. */
  write(text: string): void
  end(): void
  /** Called once when the response has ended or its reader has left. */
  onEnd(callback: () => void): void
}

type Options = {
  readonly type: string
  /** Most unread bytes. */
  readonly unreadMaxBytes: number
}

/**
 * Begins such a response. Null if the reader has left already: no event would report that again. Only this folder
 * writes to a reply past Fastify: tests/repo-checks/sources.test.ts.
 */
export function beginLongResponse(reply: FastifyReply, { type, unreadMaxBytes }: Options): LongResponse | null {
  reply.hijack()
  const { raw, request } = reply
  if (raw.destroyed) return null
  const callbacks: (() => void)[] = []
  let ended = false
  function finish(): void {
    ended = true
    for (const callback of callbacks.splice(0)) callback()
  }
  raw.once('close', finish)
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  return {
    write(text) {
      if (ended) return
      raw.write(text)
      if (raw.writableLength <= unreadMaxBytes) return
      finish()
      request.raw.socket.destroy()
    },
    end() {
      if (ended) return
      finish()
      raw.end()
    },
    onEnd: (callback) => void callbacks.push(callback),
  }
}

/**
 * Bytes per write. Over TLS a connection does not show how much of a write was taken: a large one would look as if its
 * reader had stopped.
 */
const PIECE_BYTES = 64 * 1024

/**
 * Sends a file while it is generated: each part is made once the reader has taken the one before. `onEnd` is called
 * once, with the error that cut the file short, or null.
 */
export function sendParts(
  reply: FastifyReply,
  parts: AsyncIterable<string>,
  onEnd: (error: Error | null) => void,
): FastifyReply {
  const file = Readable.from(allInPieces(parts))
  const { raw } = reply
  // Fastify does this once it sends the file, but a reader may leave before.
  raw.once('close', () => file.destroy())
  file.once('close', () => onEnd(file.errored ?? (file.readableEnded ? null : new Error('the reader left'))))
  return reply.send(file)
}

async function* allInPieces(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) yield* inPieces(Buffer.from(part))
}

function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

/** The payload in pieces if it is too large for one write; null if not. `onPiece` receives the bytes left. */
export function largeInPieces(
  payload: unknown,
  onPiece: (leftBytes: number) => void,
): { readonly bytes: number; readonly pieces: Readable } | null {
  const isLarge = (typeof payload === 'string' || payload instanceof Uint8Array) && payload.length > PIECE_BYTES
  if (!isLarge) return null
  const whole =
    typeof payload === 'string'
      ? Buffer.from(payload)
      : Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  let leftBytes = whole.length
  onPiece(leftBytes)
  function* counted(): Generator<Buffer> {
    for (const piece of inPieces(whole)) {
      leftBytes -= piece.length
      onPiece(leftBytes)
      yield piece
    }
  }
  return { bytes: whole.length, pieces: Readable.from(counted()) }
}
