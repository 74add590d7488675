import sharp from 'sharp'
import { PICTURE_MAX_PIXELS, PICTURE_MAX_PROGRESSIVE_PIXELS } from '#contract/constants.ts'
import { AppError } from '#server/platform/errors.ts'
import { imageTypeOf, isPolyglot } from './recognise-image.ts'

/** A valid picture takes well under a second. Longer means a malicious file or an overloaded machine. */
const DRAWING_MAX_S = 5
const WEBP_QUALITY = 82

// Only three formats' decoders: all the library's others stay disabled.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// A cache is useless: nobody sends the same picture twice. One thread per picture leaves the processor to payments.
sharp.cache(false)
sharp.concurrency(1)

/** How a picture is drawn, on white: a square from its middle, or all of it with its longer side at most `sidePx`. */
export type Drawing = {
  readonly fit: 'square' | 'whole'
  readonly sidePx: number
  /** A larger result is drawn again at half the size. */
  readonly maxBytes: number
}
export type Drawn = { readonly image: Buffer; readonly width: number; readonly height: number }

/**
 * Redraws an uploaded file as WebP, upright. Nothing else of the file is stored, so no location or device data. The
 * size is checked from the file's head, before a pixel is decoded; a picture at the limits takes some 130 MB for less
 * than a second.
 *
 * @throws AppError image.unsupported · image.too-large · image.broken · server.busy when it took too long
 */
export async function drawImage(bytes: Buffer, drawing: Drawing, withinS = DRAWING_MAX_S): Promise<Drawn> {
  const type = imageTypeOf(bytes)
  if (type === null || isPolyglot(bytes)) throw new AppError('image.unsupported')
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('image.broken', { cause })
    })
  if (head.format !== type) throw new AppError('image.unsupported')
  refuseTooManyPixels(head)
  const drawn = await draw(bytes, drawing, withinS)
  if (drawn.image.length <= drawing.maxBytes) return drawn
  const smaller = await draw(drawn.image, { ...drawing, sidePx: Math.floor(drawing.sidePx / 2) }, withinS)
  if (smaller.image.length > drawing.maxBytes) throw new AppError('image.too-large')
  return smaller
}

async function draw(bytes: Buffer, { fit, sidePx }: Drawing, withinS: number): Promise<Drawn> {
  const upright = sharp(bytes, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' }).autoOrient()
  const sized =
    fit === 'square'
      ? upright.resize(sidePx, sidePx, { fit: 'cover' })
      : upright.resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true }).flatten({ background: '#ffffff' })
  const { data, info } = await sized
    .webp({ quality: WEBP_QUALITY })
    .timeout({ seconds: withinS })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw isTimeout(cause) ? tooSlow(cause) : new AppError('image.broken', { cause })
    })
  return { image: data, width: info.width, height: info.height }
}

/** libvips reports a timeout as a line `timeout: 42% complete`. */
function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && /^timeout: \d+% complete$/m.test(cause.message)
}

function tooSlow(cause: unknown): AppError {
  return new AppError('server.busy', {
    message: 'This picture took too long to open. Nothing was changed. Try again, or choose a smaller one.',
    cause,
  })
}

function refuseTooManyPixels(head: { width: number; height: number; isProgressive?: boolean | undefined }): void {
  const pixels = head.width * head.height
  if (pixels > PICTURE_MAX_PIXELS) throw new AppError('image.too-large')
  if (head.isProgressive !== true || pixels <= PICTURE_MAX_PROGRESSIVE_PIXELS) return
  throw new AppError('image.too-large', {
    message: `This picture is saved as progressive or interlaced, where the limit is ${PICTURE_MAX_PROGRESSIVE_PIXELS / 1_000_000} megapixels. Choose a smaller one. Nothing was changed.`,
  })
}
