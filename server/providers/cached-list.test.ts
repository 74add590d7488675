import { expect, test } from 'vitest'
import { testClock } from '#tests/support/clock.ts'
import { cachedList } from './cached-list.ts'

const FRESH_MS = 60_000

function listOf(...answers: (readonly number[] | 'silent')[]) {
  const clock = testClock()
  let asked = 0
  const list = cachedList({
    clock,
    freshMs: FRESH_MS,
    read: async () => {
      const answer = answers[asked++]
      await Promise.resolve()
      return answer === undefined || answer === 'silent'
        ? { outcome: 'unknown' as const, cause: 'no answer' }
        : { outcome: 'succeeded' as const, value: answer }
    },
    toItems: (told) => told.map((each) => each * 10),
  })
  return { clock, list, asked: () => asked }
}

test('is read once while it is fresh, however many ask at once', async () => {
  const { clock, list, asked } = listOf([1, 2])
  const answers = await Promise.all([list(), list(), list()])
  clock.advance(FRESH_MS - 1)
  expect([...answers, await list()].map(({ items }) => items)).toEqual(Array.from({ length: 4 }, () => [10, 20]))
  expect(asked()).toBe(1)
})

test('is read again once it is old', async () => {
  const { clock, list } = listOf([1], [2])
  await list()
  clock.advance(FRESH_MS)
  expect(await list()).toEqual({ items: [20], readAtMs: clock.now().getTime() })
})

test('is the old one while the provider does not answer, and the new one as soon as it does', async () => {
  const { clock, list } = listOf([1], 'silent', [2])
  await list()
  clock.advance(FRESH_MS)
  expect((await list()).items).toEqual([10])
  expect((await list()).items).toEqual([20])
})

test('is refused while none is known', async () => {
  const { list } = listOf('silent', [1])
  await expect(list()).rejects.toThrow(expect.objectContaining({ code: 'provider.unavailable' }))
  expect((await list()).items).toEqual([10])
})

test('is read again once the clock is set back: how old it is nobody knows', async () => {
  const { clock, list } = listOf([1], [2])
  await list()
  clock.advance(-24 * 60 * FRESH_MS)
  expect((await list()).items).toEqual([20])
})
