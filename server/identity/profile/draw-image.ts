import sharp from 'sharp'
import {
  PROFILE_IMAGE_MAX_PIXELS,
  PROFILE_IMAGE_MAX_PROGRESSIVE_PIXELS,
  PROFILE_IMAGE_SIDE_PX,
} from '#contract/constants.ts'
import { AppError } from '#server/platform/errors.ts'
import { imageTypeOf, isSomethingElseToo } from './recognise-image.ts'

/** A picture within the bounds takes well under a second; one that takes longer was made to take long. */
const DRAWING_MAX_S = 5
const WEBP_QUALITY = 82

// The decoders of three formats and no other: whatever else the library can read stays shut.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// Nobody sends the same picture twice, and one thread per picture keeps the processor for payments.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Redraws an uploaded file: upright, square, small, as WebP. Nothing else of the file is stored, so no place
 * or device a photo knows. Size is decided from the file's head, before a pixel is decoded; a picture at the bounds
 * takes some 130 MB for less than a second.
 *
 * @throws AppError image.unsupported · image.too-large · image.broken
 */
export async function drawImage(bytes: Buffer): Promise<Buffer> {
  const type = imageTypeOf(bytes)
  if (type === null || isSomethingElseToo(bytes)) throw new AppError('image.unsupported')
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('image.broken', { cause })
    })
  if (head.format !== type) throw new AppError('image.unsupported')
  refuseTooManyPixels(head)
  return await sharp(bytes, { limitInputPixels: PROFILE_IMAGE_MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(PROFILE_IMAGE_SIDE_PX, PROFILE_IMAGE_SIDE_PX, { fit: 'cover' })
    .webp({ quality: WEBP_QUALITY })
    .timeout({ seconds: DRAWING_MAX_S })
    .toBuffer()
    .catch((cause: unknown) => {
      throw new AppError('image.broken', { cause })
    })
}

function refuseTooManyPixels(head: { width: number; height: number; isProgressive?: boolean | undefined }): void {
  const pixels = head.width * head.height
  if (pixels > PROFILE_IMAGE_MAX_PIXELS) throw new AppError('image.too-large')
  if (head.isProgressive !== true || pixels <= PROFILE_IMAGE_MAX_PROGRESSIVE_PIXELS) return
  throw new AppError('image.too-large', {
    message: `This picture is saved as progressive or interlaced, where the limit is ${PROFILE_IMAGE_MAX_PROGRESSIVE_PIXELS / 1_000_000} megapixels. Choose a smaller one. Nothing was changed.`,
  })
}
