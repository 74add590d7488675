import type { NewCasePicture } from '#contract/support.ts'
import { isRefusal } from '#web/lib/api.ts'
import type { ChosenPicture } from './use-chosen-pictures.ts'

export type PictureUploads = {
  /** Uploads what is not uploaded yet, one after the other: a second try sends no picture again. */
  idsOf(chosen: readonly ChosenPicture[]): Promise<string[]>
  /** Call after a refusal: pictures that the server no longer has are uploaded again with the next try. */
  forgetGone(error: unknown): void
}

/** `upload` sends a picture to where it belongs. */
export function pictureUploads(upload: (picture: Blob) => Promise<NewCasePicture>): PictureUploads {
  let ids = new WeakMap<ChosenPicture, string>()
  return {
    async idsOf(chosen) {
      for (const each of chosen) if (!ids.has(each)) ids.set(each, (await upload(each.file)).picture.id)
      return chosen.flatMap((each) => ids.get(each) ?? [])
    },
    forgetGone(error) {
      if (isRefusal(error, 'case.picture-gone')) ids = new WeakMap()
    },
  }
}
