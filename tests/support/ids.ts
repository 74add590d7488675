import { createHash } from 'node:crypto'

/** Random bytes that repeat exactly for the same seed: SHA-256 of seed and counter. Never for anything but tests. */
export function seededRandomBytes(seed: string | number): (count: number) => Uint8Array {
  let block = 0
  return (count) => {
    const bytes = new Uint8Array(count)
    for (let filled = 0; filled < count; filled += 32) {
      const digest = createHash('sha256').update(`${seed}/${block++}`).digest()
      bytes.set(digest.subarray(0, Math.min(32, count - filled)), filled)
    }
    return bytes
  }
}
