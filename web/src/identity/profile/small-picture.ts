import { PICTURE_MAX_BYTES, PROFILE_IMAGE_SIDE_PX, PICTURE_TYPES } from '#contract/constants.ts'

/** A file up to this size is sent as it is, bytes. */
const SMALL_BYTES = 256 * 1_024
/** The shorter side of a photo that is made smaller: room for the server to choose its square from. */
const SHORT_SIDE_PX = 2 * PROFILE_IMAGE_SIDE_PX
const QUALITY = 0.9

const CHOOSE_ANOTHER = 'Choose a JPEG, PNG or WebP picture. Nothing was sent.'
const MAX_MB = PICTURE_MAX_BYTES / 1_024 / 1_024

/** A sentence about a file that is not worth sending. */
class UnfitPictureError extends Error {
  override readonly name = 'UnfitPictureError'
}

/**
 * The picture to send for a chosen file. A large photo becomes a small one here, which spares the person's data and keeps
 * where it was taken on the phone.
 *
 * @throws UnfitPictureError when it is no picture by its type, empty, or too large and unreadable
 */
export async function smallPicture(file: File): Promise<Blob> {
  if (!isPictureType(file.type)) throw new UnfitPictureError(`This is not a picture we can use. ${CHOOSE_ANOTHER}`)
  if (file.size === 0) throw new UnfitPictureError(`This file is empty. ${CHOOSE_ANOTHER}`)
  if (file.size <= SMALL_BYTES) return file
  // What the browser cannot read, the server judges.
  const picture = (await shrink(file).catch(() => null)) ?? file
  if (picture.size <= PICTURE_MAX_BYTES) return picture
  throw new UnfitPictureError(`This picture is larger than ${MAX_MB} MB. Choose a smaller one. Nothing was sent.`)
}

function isPictureType(type: string): boolean {
  return PICTURE_TYPES.some((each) => each === type)
}

async function shrink(file: File): Promise<Blob | null> {
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, SHORT_SIDE_PX / Math.min(whole.width, whole.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(whole.width * scale))
  canvas.height = Math.max(1, Math.round(whole.height * scale))
  const context = canvas.getContext('2d')
  context?.drawImage(whole, 0, 0, canvas.width, canvas.height)
  whole.close()
  if (context === null) return null
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY))
}
