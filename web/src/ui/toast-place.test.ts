import { expect, test } from 'vitest'
import { freePlace } from './toast-place.ts'

const PLACES = [60, 640]

test('a message takes the first place that covers nothing that must be seen', () => {
  expect(freePlace(50, PLACES, [])).toBe(60)
  expect(freePlace(50, PLACES, [{ top: 200, bottom: 300 }])).toBe(60)
  expect(freePlace(50, PLACES, [{ top: 100, bottom: 300 }])).toBe(640)
  // The message may touch what it must not cover.
  expect(freePlace(50, PLACES, [{ top: 110, bottom: 300 }])).toBe(60)
})

test('where every place covers something, a message takes the one that covers least', () => {
  const everywhere = [
    { top: 60, bottom: 100 },
    { top: 670, bottom: 700 },
  ]
  expect(freePlace(50, PLACES, everywhere)).toBe(640)
})
