import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { PICTURE_MAX_BYTES } from '#contract/constants.ts'
import { type BoundedQueue, boundedQueue } from '#server/platform/bounded-queue.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Drawing, Drawn } from './draw-image.ts'

/** Files of one sender in progress at once. Further ones stay unread, so slow uploads delay only their own sender. */
const OWN_FILES_AT_ONCE = 4
const OWN_FILES_WAITING_MAX = 24
/** Bytes received of all senders' incomplete files. */
const ARRIVED_MAX_BYTES = 64 * 1024 * 1024
/** Complete files that wait to be drawn, each at most PICTURE_MAX_BYTES. */
const COMPLETE_WAITING_MAX = 12
const RETRY_AFTER_S = 2

type File = { arrivedBytes: number; readonly giveUp: (error: AppError) => void }
type Sender = { readonly queue: BoundedQueue; files: number }

// One per process, like the memory and the processor they protect.
const senders = new Map<string, Sender>()
/** Files that are arriving, the oldest first. */
const arriving = new Set<File>()
const drawing = boundedQueue({ maxConcurrent: 1, waitingMax: COMPLETE_WAITING_MAX, retryAfterS: RETRY_AFTER_S })

/**
 * Reads a picture from a request body and redraws it. Several are received at once, one is drawn at a time. However
 * slowly the body arrives, it holds nothing that others need.
 *
 * @throws AppError image.unsupported · image.too-large · image.broken · server.busy
 */
export async function receiveImage(
  { body, headers, place }: Pick<FastifyRequest, 'body' | 'headers' | 'place'>,
  senderId: string,
  how: Drawing,
): Promise<Drawn> {
  if (!(body instanceof Readable)) throw new AppError('image.unsupported')
  if (Number(headers['content-length']) > PICTURE_MAX_BYTES) throw new AppError('image.too-large')
  place?.leave()
  return await inTurnOf(senderId, async () => {
    const bytes = await readWhole(body)
    await place?.enter()
    // Loaded with the first picture, so that no start waits for the library.
    const { drawImage } = await import('./draw-image.ts')
    return await drawing.run(() => drawImage(bytes, how))
  })
}

/** Runs the work when it is this sender's turn; each sender has its own queue. */
async function inTurnOf<T>(id: string, work: () => Promise<T>): Promise<T> {
  const sender = senders.get(id) ?? newSender()
  senders.set(id, sender)
  sender.files++
  try {
    return await sender.queue.run(work)
  } finally {
    sender.files--
    if (sender.files === 0) senders.delete(id)
  }
}

function newSender(): Sender {
  const limits = { maxConcurrent: OWN_FILES_AT_ONCE, waitingMax: OWN_FILES_WAITING_MAX, retryAfterS: RETRY_AFTER_S }
  return { queue: boundedQueue(limits), files: 0 }
}

/** The whole body, or a refusal as soon as it exceeds the limit; the rest is discarded unread. */
function readWhole(body: Readable): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    const file: File = { arrivedBytes: 0, giveUp: end }
    arriving.add(file)
    function end(error: AppError | null): void {
      arriving.delete(file)
      if (error === null) resolve(Buffer.concat(chunks))
      else reject(error)
      chunks.length = 0
    }
    body.on('data', (chunk: Buffer) => {
      if (!arriving.has(file)) return
      file.arrivedBytes += chunk.length
      chunks.push(chunk)
      if (file.arrivedBytes > PICTURE_MAX_BYTES) end(new AppError('image.too-large'))
      else makeRoom()
    })
    body.on('end', () => end(null))
    // The sender is gone; nobody reads the answer.
    const gone = (cause?: unknown) => end(new AppError('image.broken', { cause }))
    body.on('error', gone)
    body.on('close', () => gone())
    if (body.destroyed) gone()
  })
}

/** When incomplete files hold too much memory, the oldest ones are refused: a fast sender is done by then. */
function makeRoom(): void {
  let bytes = 0
  for (const { arrivedBytes } of arriving) bytes += arrivedBytes
  for (const { arrivedBytes, giveUp } of arriving) {
    if (bytes <= ARRIVED_MAX_BYTES) return
    bytes -= arrivedBytes
    giveUp(new AppError('server.busy', { retryAfterS: RETRY_AFTER_S }))
  }
}
