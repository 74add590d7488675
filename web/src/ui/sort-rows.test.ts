import { describe, expect, test } from 'vitest'
import { compareKobo, compareWords, nextSort, sortRows } from './sort-rows.ts'

describe('a press on a column’s head', () => {
  test('sorts in the direction that column begins with, then in the other', () => {
    const first = nextSort({ column: 'name', direction: 'descending' }, 'amount', 'descending')
    expect(first).toEqual({ column: 'amount', direction: 'descending' })
    expect(nextSort(first, 'amount', 'descending')).toEqual({ column: 'amount', direction: 'ascending' })
    expect(nextSort(null, 'name', 'ascending')).toEqual({ column: 'name', direction: 'ascending' })
  })
})

describe('sorted rows', () => {
  test('that are equal keep their order in both directions', () => {
    const rows = [
      { kobo: '500', id: 1 },
      { kobo: '900', id: 2 },
      { kobo: '500', id: 3 },
    ]
    const ids = (direction: 'ascending' | 'descending') =>
      sortRows(rows, direction, (one, other) => compareKobo(one.kobo, other.kobo)).map(({ id }) => id)
    expect(ids('ascending')).toEqual([1, 3, 2])
    expect(ids('descending')).toEqual([2, 1, 3])
  })

  test('compare amounts as numbers, also beyond what a float holds', () => {
    const amounts = ['90', '-5', '9007199254740993', '1000', '9007199254740992']
    expect(amounts.toSorted(compareKobo)).toEqual(['-5', '90', '1000', '9007199254740992', '9007199254740993'])
  })

  test('compare names as a reader does', () => {
    expect(['Zainab', 'ada', 'Ọlá', 'Olu', 'Bola 10', 'Bola 9'].toSorted(compareWords)).toEqual([
      'ada',
      'Bola 9',
      'Bola 10',
      'Ọlá',
      'Olu',
      'Zainab',
    ])
  })
})
