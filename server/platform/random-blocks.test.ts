import { expect, it } from 'vitest'
import { inBlocks } from './random-blocks.ts'

/** Counts instead of drawing random bytes: each "byte" is a new number. */
function counting() {
  let next = 0
  return (count: number) => Uint32Array.from({ length: count }, () => next++) as unknown as Uint8Array
}

it('gives no byte twice, across its blocks too', () => {
  const draw = inBlocks(counting())
  const given = Array.from({ length: 2_000 }, () => [...draw(26)]).flat()
  expect(new Set(given).size).toBe(given.length)
})

it('gives as many bytes as are asked for, at the end of a block too', () => {
  const draw = inBlocks(counting())
  for (const count of [1, 4_095, 4_096, 9, 4_090, 26]) expect(draw(count)).toHaveLength(count)
})
