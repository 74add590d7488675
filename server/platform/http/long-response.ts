import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A response that is written bit by bit, for as long as its reader stays. */
export type LongResponse = {
  /** Does nothing once the response has ended. A reader who leaves too much unread loses the connection. */
  write(text: string): void
  end(): void
  /** Called once, when nothing more is written: the response was ended, or its reader is gone. */
  onEnd(callback: () => void): void
}

type Options = {
  readonly type: string
  /** Bytes that may wait for the reader. */
  readonly unreadMaxBytes: number
}

/**
 * Begins such a response. Null if its reader has left already: nobody would say so again. Only this folder writes to a reply
 * past Fastify: tests/repo-checks/sources.test.ts.
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
 * What is written at once, bytes. Over TLS a connection does not show how much of one write has been taken, so a large one would
 * look as if its reader had stopped.
 */
const PIECE_BYTES = 64 * 1024

/**
 * Sends a file as it is made: the next part is made when the reader has taken the one before. `onEnd` is called once, with the
 * error that cut the file short, or null.
 */
export function sendParts(
  reply: FastifyReply,
  parts: AsyncIterable<string>,
  onEnd: (error: Error | null) => void,
): FastifyReply {
  const file = Readable.from(allInPieces(parts))
  const { raw } = reply
  // Fastify does the same once it sends the file; a reader may leave before.
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

/** A payload that is too large for one write, to be sent in its place. Null: it is not. `onPiece` hears how much is left. */
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
