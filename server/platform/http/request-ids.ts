import type { Deps } from '#server/deps.ts'
import { inBlocks } from '#server/platform/random-blocks.ts'

const ID_BYTES = 9

/** Unpredictable ids of requests, one for each call. */
export function requestIds({ randomBytes }: Pick<Deps, 'randomBytes'>): () => string {
  const draw = inBlocks(randomBytes)
  return () => Buffer.from(draw(ID_BYTES)).toString('base64url')
}
