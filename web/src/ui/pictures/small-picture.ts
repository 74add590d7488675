import { PICTURE_MAX_BYTES, PICTURE_TYPES } from '#contract/constants.ts'

/** A file up to this size is sent as it is, bytes. */
const SMALL_BYTES = 256 * 1_024
const QUALITY = 0.9

const CHOOSE_ANOTHER = 'Choose a JPEG, PNG or WebP picture. Nothing was sent.'
const MAX_MB = PICTURE_MAX_BYTES / 1_024 / 1_024

/** Pictures with sides up to this length are sent unchanged. Pixels. */
export type PictureSize = { readonly side: 'shorter' | 'longer'; readonly px: number }

/** A sentence about a file that is not worth sending. */
class UnfitPictureError extends Error {
  override readonly name = 'UnfitPictureError'
}

/**
 * The picture to send for a chosen file. A large photo is redrawn in this size here, which saves the person's data and
 * keeps the place where it was taken on the phone.
 *
 * @throws UnfitPictureError when it is no picture by its type, empty, or too large and unreadable
 */
export async function smallPicture(file: File, size: PictureSize): Promise<Blob> {
  if (!isPictureType(file.type)) throw new UnfitPictureError(`This is not a picture we can use. ${CHOOSE_ANOTHER}`)
  if (file.size === 0) throw new UnfitPictureError(`This file is empty. ${CHOOSE_ANOTHER}`)
  if (file.size <= SMALL_BYTES) return file
  // If the browser cannot read it, the server decides.
  const picture = (await shrink(file, size).catch(() => null)) ?? file
  if (picture.size <= PICTURE_MAX_BYTES) return picture
  throw new UnfitPictureError(`This picture is larger than ${MAX_MB} MB. Choose a smaller one. Nothing was sent.`)
}

function isPictureType(type: string): boolean {
  return PICTURE_TYPES.some((each) => each === type)
}

async function shrink(file: File, { side, px }: PictureSize): Promise<Blob | null> {
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const measured = side === 'shorter' ? Math.min(whole.width, whole.height) : Math.max(whole.width, whole.height)
  const scale = Math.min(1, px / measured)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(whole.width * scale))
  canvas.height = Math.max(1, Math.round(whole.height * scale))
  const context = canvas.getContext('2d')
  context?.drawImage(whole, 0, 0, canvas.width, canvas.height)
  whole.close()
  if (context === null) return null
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY))
}
