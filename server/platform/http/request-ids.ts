import type { Deps } from '#server/deps.ts'

const ID_BYTES = 9
/** Random bytes are drawn for so many ids at once: a draw costs more than everything else about an id. */
const IDS_DRAWN = 256

/** Unpredictable ids of requests, one for each call. */
export function requestIds({ randomBytes }: Pick<Deps, 'randomBytes'>): () => string {
  let drawn = Buffer.alloc(0)
  let at = 0
  return () => {
    if (at === drawn.length) {
      drawn = Buffer.from(randomBytes(ID_BYTES * IDS_DRAWN))
      at = 0
    }
    const id = drawn.toString('base64url', at, at + ID_BYTES)
    at += ID_BYTES
    return id
  }
}
