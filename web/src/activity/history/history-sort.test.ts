import { expect, test } from 'vitest'
import { COLUMNS, NEWEST_FIRST, readSort } from './history-sort.ts'

test('is what the address says, for every column and both directions', () => {
  for (const column of Object.keys(COLUMNS)) {
    for (const direction of ['ascending', 'descending']) {
      expect(readSort(new URLSearchParams({ sort: column, direction }))).toEqual({ column, direction })
    }
  }
})

test.each([
  '',
  'sort=amount',
  'direction=ascending',
  'sort=magic&direction=ascending',
  'sort=toString&direction=ascending',
  'sort=date&direction=up',
])('of "%s" is newest first', (address) => {
  expect(readSort(new URLSearchParams(address))).toBe(NEWEST_FIRST)
})
