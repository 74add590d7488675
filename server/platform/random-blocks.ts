/** How many bytes are drawn at once. */
const BLOCK_BYTES = 4_096

/**
 * Serves small draws of random bytes from blocks, because drawing is the main cost of an id. No byte is returned twice.
 * A draw must fit into a block.
 */
export function inBlocks(randomBytes: (count: number) => Uint8Array): (count: number) => Uint8Array {
  let block: Uint8Array = new Uint8Array()
  let at = 0
  return (count) => {
    if (at + count > block.length) {
      block = randomBytes(BLOCK_BYTES)
      at = 0
    }
    at += count
    return block.subarray(at - count, at)
  }
}
