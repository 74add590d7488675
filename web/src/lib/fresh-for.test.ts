import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { freshFor } from './fresh-for.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const DAY_MS = 24 * 60 * 60_000

afterEach(() => vi.restoreAllMocks())

/** Counts the requests, if an answer is wanted at noon and again once the phone's clock says `later`. */
async function asked(later: number, freshMs = 10_000): Promise<number> {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(NOON)
  const queries = new QueryClient()
  const ask = vi.fn(async () => 'answer')
  const read = () => queries.fetchQuery({ queryKey: ['wallet'], queryFn: ask, staleTime: freshFor(freshMs) })
  await read()
  clock.mockReturnValue(later)
  await read()
  return ask.mock.calls.length
}

test.each([
  ['once within its time', NOON + 9_000, 1],
  ['again after it', NOON + 10_000, 2],
  ['again when somebody set the phone back', NOON - DAY_MS, 2],
])('asks %s', async (_, later, times) => {
  expect(await asked(later)).toBe(times)
})

test('asks each time where nothing counts as fresh, also when somebody set the phone back', async () => {
  expect(await asked(NOON, 0)).toBe(2)
  expect(await asked(NOON - DAY_MS, 0)).toBe(2)
})
