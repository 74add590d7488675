import { expect, test } from 'vitest'
import { askedOf, chosenFilters, NO_FILTER, parametersOf, readFilter } from './history-filter.ts'

const FULL = { q: 'ada obi', kind: 'airtime', status: 'failed', from: '2026-11-01', to: '2026-11-21' } as const

test('is written into the URL and read from it again, except the search text, which is kept separately', () => {
  expect(parametersOf(FULL).toString()).toBe('kind=airtime&status=failed&from=2026-11-01&to=2026-11-21')
  expect(readFilter(parametersOf(FULL), { q: FULL.q })).toEqual(FULL)
  expect(parametersOf(NO_FILTER).toString()).toBe('')
  expect(readFilter(new URLSearchParams(), null)).toEqual(NO_FILTER)
})

test('searches for nothing that is in a URL, or of another type', () => {
  for (const state of [undefined, null, 'ada', {}, { q: 7 }, { q: null }]) {
    expect(readFilter(new URLSearchParams('q=ada'), state)).toEqual(NO_FILTER)
  }
})

test('asks for what is chosen only, in the body of a request with what is searched for', () => {
  expect(askedOf({ ...FULL, q: ' ada obi ', status: null })).toEqual({
    q: 'ada obi',
    kind: 'airtime',
    from: '2026-11-01',
    to: '2026-11-21',
  })
  expect(askedOf({ ...NO_FILTER, q: '  ' })).toEqual({})
})

test.each([
  'kind=magic',
  'kind=toString',
  'status=done',
  'from=yesterday',
  'from=2026-02-30',
  'to=2026-13-01',
  'to=0000-01-01',
  'to=%00',
])('takes "%s" for nothing chosen', (address) => {
  expect(readFilter(new URLSearchParams(address), null)).toEqual(NO_FILTER)
})

test('names each choice beside the search, with the way to remove it', () => {
  const chosen = chosenFilters(FULL)
  expect(chosen.map(({ label }) => label)).toEqual(['Airtime', 'Failed', 'From 1 Nov 2026', 'To 21 Nov 2026'])
  expect(Object.assign({}, ...chosen.map(({ without }) => without), { q: '' })).toEqual(NO_FILTER)
})
