import { createHash } from 'node:crypto'

/** The only source of random choices: the same for the same seed. Never for anything but tests. */
export type Chance = {
  /** A whole number from 0 to limit - 1. */
  below(limit: number): number
  /** A whole number from min to max, both included. */
  between(min: number, max: number): number
  is(probability: number): boolean
  oneOf<Item>(items: readonly Item[]): Item
  /** One of the items, chosen in proportion to its weight. */
  weighted<Item extends { readonly weight: number }>(items: readonly Item[]): Item
  bytes(count: number): Uint8Array
}

/** Sfc32, seeded with the SHA-256 of the seed. */
export function chanceFrom(seed: string): Chance {
  const digest = createHash('sha256').update(seed).digest()
  let [a, b, c, counter] = [digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), 1]

  function word(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  const below = (limit: number) => word() % limit

  return {
    below,
    between: (min, max) => min + below(max - min + 1),
    is: (probability) => word() < probability * 2 ** 32,
    oneOf: (items) => items[below(items.length)] as (typeof items)[number],
    weighted(items) {
      let left = below(items.reduce((sum, each) => sum + each.weight, 0))
      const chosen = items.find((each) => {
        left -= each.weight
        return left < 0
      })
      return chosen as (typeof items)[number]
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => word() >>> 24),
  }
}
