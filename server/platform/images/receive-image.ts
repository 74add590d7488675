import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { PICTURE_MAX_BYTES } from '#contract/constants.ts'
import { boundedQueue } from '#server/platform/bounded-queue.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Drawing, Drawn } from './draw-image.ts'

/** Files held at once, each at most PICTURE_MAX_BYTES. Waiting uploads stay unread with their senders. */
const FILES_AT_ONCE = 4
const FILES_WAITING_MAX = 24
const FILES_RETRY_AFTER_S = 2

// One per process, like the memory and the processor they protect.
const receiving = boundedQueue({
  atOnce: FILES_AT_ONCE,
  waitingMax: FILES_WAITING_MAX,
  retryAfterS: FILES_RETRY_AFTER_S,
})
const queue = boundedQueue({ atOnce: 1, waitingMax: FILES_AT_ONCE, retryAfterS: FILES_RETRY_AFTER_S })

/**
 * Reads a picture from a request body and redraws it. A few are received at once, one is drawn at a time.
 *
 * @throws AppError image.unsupported · image.too-large · image.broken · server.busy
 */
export async function receiveImage(
  { body, headers }: Pick<FastifyRequest, 'body' | 'headers'>,
  drawing: Drawing,
): Promise<Drawn> {
  if (!(body instanceof Readable)) throw new AppError('image.unsupported')
  if (Number(headers['content-length']) > PICTURE_MAX_BYTES) throw new AppError('image.too-large')
  return await receiving.run(async () => {
    const bytes = await readWhole(body)
    // The library behind it is loaded with the first picture: no start waits for it.
    const { drawImage } = await import('./draw-image.ts')
    return await queue.run(() => drawImage(bytes, drawing))
  })
}

/** The whole body, or the refusal as soon as it is longer than allowed: what comes after that is let go unread. */
function readWhole(body: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    body.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= PICTURE_MAX_BYTES) {
        chunks.push(chunk)
        return
      }
      chunks.length = 0
      reject(new AppError('image.too-large'))
    })
    body.on('end', () => resolve(Buffer.concat(chunks)))
    // The sender is gone; nobody reads the answer.
    const gone = (cause?: unknown) => reject(new AppError('image.broken', { cause }))
    body.on('error', gone)
    body.on('close', () => gone())
    if (body.destroyed) gone()
  })
}
